// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/durations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::engine::job {
namespace {

[[noreturn]] void fail(const astra::Trace& trace, const astra::Node& node, std::string expected,
                       std::string found) {
  throw base::ConfigError(
      {trace.source(), astra::described(node), std::move(expected), std::move(found), ""});
}

base::Picoseconds rounded(const astra::Trace& trace, const astra::Node& node, double seconds) {
  constexpr double kLongest = 100.0 * 86'400;
  if (!(seconds >= 0 && seconds <= kLongest)) {
    fail(trace, node, "an operation of 0 to 100 days", fmt::format("{:.4g} s", seconds));
  }
  return base::Picoseconds{
      std::llround(seconds * static_cast<double>(base::kPicosecondsPerSecond))};
}

}  // namespace

base::Picoseconds computation(const astra::Trace& trace, const astra::Node& node,
                              const astra::System& system, const Scales& scales) {
  if (!system.roofline || node.cpu) {
    return rounded(trace, node, static_cast<double>(node.duration_us) * 1e-6 * scales.compute);
  }
  if (node.ops < 0) fail(trace, node, "attribute num_ops, as roofline-enabled is set", "");
  if (node.tensor_bytes < 0) {
    fail(trace, node, "attribute tensor_size, as roofline-enabled is set", "");
  }
  const double seconds =
      std::max(static_cast<double>(node.tensor_bytes) / system.local_mem_bw,
               node.ops == 0 ? 0.0 : static_cast<double>(node.ops) / system.peak_perf);
  return rounded(trace, node, seconds * scales.compute);
}

base::Picoseconds replay(const astra::Trace& trace, const astra::Node& node) {
  return rounded(trace, node, static_cast<double>(node.duration_us) * 1e-6);
}

base::Picoseconds remote_access(const astra::Trace& trace, const astra::Node& node,
                                const astra::RemoteMemory& memory) {
  if (memory.kind == astra::RemoteMemory::Kind::none) {
    fail(trace, node, "a remote memory for it in the remote memory configuration",
         "NO_MEMORY_EXPANSION");
  }
  if (node.tensor_bytes < 0) fail(trace, node, "attribute tensor_size", "");
  return rounded(trace, node,
                 (static_cast<double>(memory.latency) +
                  static_cast<double>(node.tensor_bytes) / memory.bandwidth) *
                     1e-9);
}

}  // namespace jacquard::engine::job
