// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/over_nodes.hpp"

#include <algorithm>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/engine/step/collective_time.hpp"
#include "jacquard/systems/reached.hpp"

namespace jacquard::serve {
namespace {

constexpr base::Picoseconds kNetworkLatency{2'000'000};  // as of words for systems

topology::Fabric fabric_of(const Deployment& d, int nodes) {
  std::vector<topology::Dimension> dimensions;
  if (d.node > 1) {
    const bool mesh = d.node_block == topology::Block::fully_connected;
    const base::BytesPerSecond link{d.device.link.count() / (mesh ? d.node - 1 : 1)};
    dimensions.push_back({d.node_block, d.node, link, d.link_latency});
  }
  dimensions.insert(dimensions.end(), d.beyond_node.begin(), d.beyond_node.end());
  if (d.beyond_node.empty() && (nodes > 1 || d.node == 1)) {
    dimensions.push_back(
        {topology::Block::switched, std::max(nodes, d.nodes), d.network, kNetworkLatency});
  }
  topology::Fabric fabric(std::move(dimensions));
  if (d.law == systems::Law::links) return fabric;
  return systems::as_reached(fabric, {d.device, d.node});
}

// Next to each other: of each dimension as much as is left, the nearest first.
std::vector<engine::step::GroupDigit> digits_of(const Deployment& d, const topology::Fabric& fabric,
                                                int inside, int nodes) {
  std::vector<engine::step::GroupDigit> digits;
  if (inside > 1) digits.push_back({0, 1, inside});
  for (int k = d.node > 1 ? 1 : 0; k < fabric.dimensions() && nodes > 1; ++k) {
    const int of_dimension = std::min(nodes, fabric.dimension(k).size);
    if (of_dimension > 1) digits.push_back({k, 1, of_dimension});
    nodes = base::divide_up(nodes, of_dimension);
  }
  return digits;
}

}  // namespace

int npus_in_each_node(int npus, int node) {
  int inside = std::min(npus, node);
  while (npus % inside != 0) --inside;
  return inside;
}

base::Seconds over_nodes(const Deployment& d, const Communication& c) {
  const int inside = npus_in_each_node(c.npus, d.node);
  const int nodes = c.npus / inside;
  const topology::Fabric fabric = fabric_of(d, nodes);
  engine::step::CommMachine machine;
  machine.fabric = &fabric;
  machine.rules.local_memory_bandwidth = d.device.memory_bandwidth;
  machine.usual = true;
  const engine::step::CollectiveTimes times(machine);
  return base::to_seconds(times.of(c.kind, c.bytes, digits_of(d, fabric, inside, nodes)).time);
}

}  // namespace jacquard::serve
