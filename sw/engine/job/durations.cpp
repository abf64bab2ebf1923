// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/durations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::engine::job {
namespace {

void require_within_100_days(const OpGraph& graph, const OpNode& node, double seconds) {
  if (seconds >= 0 && seconds <= 100.0 * 86'400) return;
  graph.fail(node, "an operation of 0 to 100 days", fmt::format("{:.4g} s", seconds));
}

base::Picoseconds rounded(const OpGraph& graph, const OpNode& node, double seconds) {
  require_within_100_days(graph, node, seconds);
  return base::Picoseconds{
      std::llround(seconds * static_cast<double>(base::kPicosecondsPerSecond))};
}

base::Picoseconds recorded(const OpGraph& graph, const OpNode& node, double scale) {
  const double seconds = base::to_seconds(node.duration).count() * scale;
  if (scale != 1) return rounded(graph, node, seconds);
  require_within_100_days(graph, node, seconds);
  return node.duration;
}

}  // namespace

base::Picoseconds computation(const OpGraph& graph, const OpNode& node, const JobWork& work) {
  if (!work.roofline || node.stream == workload::Stream::cpu) {
    return recorded(graph, node, work.scales.compute);
  }
  const auto& bytes = base::at(node.moved, workload::MemoryTier::local);
  if (!node.flops) graph.fail(node, "attribute num_ops, as roofline-enabled is set", "");
  if (!bytes) graph.fail(node, "attribute tensor_size, as roofline-enabled is set", "");
  const double flops = node.flops->count();
  const double seconds =
      std::max(static_cast<double>(bytes->count()) / work.roofline->local_memory.count(),
               flops == 0 ? 0.0 : flops / work.roofline->peak.count());
  return rounded(graph, node, seconds * work.scales.compute);
}

base::Picoseconds replay(const OpGraph& graph, const OpNode& node) {
  return recorded(graph, node, 1);
}

base::Picoseconds remote_access(const OpGraph& graph, const OpNode& node,
                                const RemoteMemory& memory) {
  if (memory.kind == RemoteMemory::Kind::none) {
    graph.fail(node, "a remote memory for it in the remote memory configuration",
               "NO_MEMORY_EXPANSION");
  }
  const auto& bytes = base::at(node.moved, workload::MemoryTier::remote);
  if (!bytes) graph.fail(node, "attribute tensor_size", "");
  // In nanoseconds, as memories are given in whole ones: a half stays one.
  const double nanoseconds = static_cast<double>(memory.latency.count()) / 1000 +
                             static_cast<double>(bytes->count()) / (memory.bandwidth.count() / 1e9);
  return rounded(graph, node, nanoseconds * 1e-9);
}

}  // namespace jacquard::engine::job
