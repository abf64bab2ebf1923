// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/reached.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::run {
namespace {

using rounds::CollectiveKind;

bool has_law(CollectiveKind kind) {
  return kind == CollectiveKind::all_reduce || kind == CollectiveKind::reduce_scatter ||
         kind == CollectiveKind::all_gather || kind == CollectiveKind::all_to_all ||
         kind == CollectiveKind::broadcast;
}

// Whether NPUs that differ in these dimensions are in one node.
bool within(int node, const topology::Fabric& fabric, const std::vector<int>& involved) {
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const bool takes_part =
        involved.empty() || std::find(involved.begin(), involved.end(), d) != involved.end();
    if (!takes_part || fabric.dimension(d).size == 1) continue;
    const int reach = fabric.stride(d) * fabric.dimension(d).size;
    if (reach > node || node % reach != 0) return false;
  }
  return true;
}

}  // namespace

Reached reached_of(const CollectiveConfig& config, const topology::System* system,
                   const topology::Network& network) {
  const bool is_its_own =
      system != nullptr && network.fabric && config.network.topology == system->network.topology;
  if (!is_its_own || config.mode != engine::Mode::faithful) {
    if (config.law == systems::Law::reached) {
      throw base::ConfigError({"--law", "",
                               "links, where no --system says the nodes of the network", "reached",
                               "such as --system dgx-h100"});
    }
    return {};
  }
  Reached reached;
  reached.node = systems::node_of(*system, config.law, *network.fabric, {"--system", ""});
  if (!reached.node || network.npus() <= reached.node->node) return reached;
  reached.network = network;
  reached.network->fabric = systems::as_reached(*network.fabric, reached.node->node);
  return reached;
}

std::optional<NodeTime> node_time_of(const CollectiveConfig& config, const Reached& reached,
                                     const topology::Network& network,
                                     const collective::CollectiveRequest& request) {
  const bool even =
      config.demand.empty() && config.disturbance.empty() && config.guard.count() == 0;
  if (!reached.node || reached.node->device.link.count() <= 0 || !even || !has_law(config.kind) ||
      !within(reached.node->node, *network.fabric, request.involved)) {
    return std::nullopt;
  }
  const cost::Device& device = reached.node->device;
  const int members = request.members();
  if (members < 2) return std::nullopt;
  return NodeTime{systems::node_way(device, config.kind, members, config.bytes),
                  systems::node_time(device, config.kind, members, config.bytes)};
}

Work work_of(const NodeTime& law, collective::CollectiveRequest request) {
  rounds::Collective collective;
  collective.kind = request.kind;
  collective.algorithm = law.algorithm;
  collective.shape = request.shape;
  collective.bytes = request.bytes;
  Work work;
  work.graph.collectives.push_back(std::move(collective));
  work.request = std::move(request);
  work.by_law = work.reached = true;
  return work;
}

engine::Result result_of(const NodeTime& law) {
  engine::Result result;
  result.time = law.time;
  return result;
}

}  // namespace jacquard::run
