// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/durations.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "jacquard/cost/elementwise.hpp"
#include "jacquard/cost/gemm_constants.hpp"

namespace jacquard::interop {
namespace {

using workload::OpGraph;
using workload::OpNode;

base::Picoseconds duration_of(const OpNode& node, const cost::Device& device) {
  constexpr double kMost = 1e6;  // seconds: an engine refuses a run as long long before
  const double rate = device.peak.bf16.count() * cost::gemm_constants(device).peak_share;
  const double bytes = static_cast<double>(node.moved[0].value_or(base::Bytes{0}).count());
  const double products = node.flops.value_or(base::Flops{0}).count() / rate;
  const double memory = cost::elementwise_time(device, {0, bytes}).count();
  return base::Picoseconds{std::llround(std::min(kMost, std::max(products, memory)) *
                                        static_cast<double>(base::kPicosecondsPerSecond))};
}

OpGraph timed(const OpGraph& graph, const cost::Device& device) {
  std::vector<OpNode> nodes;
  nodes.reserve(static_cast<std::size_t>(graph.size()));
  for (int n = 0; n < graph.size(); ++n) {
    OpNode& node = nodes.emplace_back(graph.node(n));
    const bool has_amounts = node.flops || node.moved[0];
    const bool computes =
        node.kind == workload::OpKind::compute && node.stream == workload::Stream::compute;
    if (computes && has_amounts && node.duration == base::Picoseconds{0}) {
      node.duration = duration_of(node, device);
    }
  }
  return {graph.source(), std::move(nodes)};
}

OpGraph::Renaming renaming_of(const OpGraph& graph) {
  OpGraph::Renaming names;
  for (int n = 0; n < graph.size(); ++n) {
    const std::pair name{graph.node(n).group, graph.group(n)};
    if (name.first == name.second) continue;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

void set_durations(workload::Job& job, const cost::Device& device) {
  const cost::Device in_bursts = cost::in_long_bursts(device);
  std::map<const void*, OpGraph> known;  // by the nodes that graphs share
  for (OpGraph& graph : job.graphs) {
    const auto at = known.find(graph.nodes_id());
    const OpGraph& like =
        at != known.end() ? at->second
                          : known.emplace(graph.nodes_id(), timed(graph, in_bursts)).first->second;
    graph = OpGraph(like, graph.source(), renaming_of(graph));
  }
}

}  // namespace jacquard::interop
