// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/over_nodes.hpp"

#include <algorithm>

#include "jacquard/engine/step/collective_time.hpp"
#include "jacquard/systems/reached.hpp"

namespace jacquard::serve {
namespace {

topology::Fabric fabric_of(const Deployment& d, int nodes) {
  const topology::Dimension beyond{topology::Block::switched, std::max(nodes, d.nodes), d.network,
                                   d.network_latency};
  if (d.node == 1) return systems::as_reached(topology::Fabric({beyond}), {d.device, 1});
  const topology::Dimension in_node{topology::Block::switched, d.node, d.device.link,
                                    d.link_latency};
  return systems::as_reached(topology::Fabric({in_node, beyond}), {d.device, d.node});
}

int in_each_node(int npus, int node) {
  int inside = std::min(npus, node);
  while (npus % inside != 0) --inside;
  return inside;
}

}  // namespace

base::Seconds over_nodes(const Deployment& d, const Communication& c) {
  const int inside = in_each_node(c.npus, d.node);
  const int nodes = c.npus / inside;
  const topology::Fabric fabric = fabric_of(d, nodes);
  engine::step::CommMachine machine;
  machine.fabric = &fabric;
  machine.rules.local_memory_bandwidth = d.device.memory_bandwidth;
  machine.usual = true;
  std::vector<engine::step::GroupDigit> digits;
  if (inside > 1) digits.push_back({0, 1, inside});
  digits.push_back({fabric.dimensions() - 1, 1, nodes});
  const engine::step::CollectiveTimes times(machine);
  return base::to_seconds(times.of(c.kind, c.bytes, digits).time);
}

}  // namespace jacquard::serve
