// SPDX-License-Identifier: Apache-2.0
// A system as serving sees it: NPUs of one device, nodes that links join, a network between nodes.
#pragma once

#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/serve/deployment.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::serve {

// Of an NPU around the one switch that joins all.
struct SwitchPort {
  base::BytesPerSecond rate{0};  // one way
  base::Picoseconds delay{0};    // of a link
};

// NPUs around switches that a second tier joins: NPU i of every rack is around rail switch i.
struct RailedRacks {
  int npus = 1;  // of a rack
  SwitchPort within;
  SwitchPort rail;
};

struct NamedSystem {
  cost::Device device;
  int npus = 1;
  int node = 8;  // NPUs that links join: a node, 72 of an NVL72
  topology::Block node_block = topology::Block::switched;  // what joins them
  base::BytesPerSecond network{50e9};                      // of each NPU to other nodes, one way
  base::Picoseconds link_latency{500'000};
  std::vector<topology::Dimension> beyond_node;  // between nodes; none: one node
  // Of a link to the one switch that all NPUs are around, beyond nodes; nothing where there is
  // none.
  std::optional<base::Picoseconds> switch_delay;
  // The same switch, or the one within a node that is the whole system, as an NVL72 has it.
  std::optional<SwitchPort> one_switch;
  // Where the system is two dimensions, each around switches.
  std::optional<RailedRacks> racks;
};

// What systems::find_system() finds, as serving sees it: a node's links are what its nearest
// dimension is, at the rate of its dimensions, no faster than the device's. `network` is the
// slowest dimension between nodes, the device's port where there is none, or 400 Gb/s an NPU.
// Throws ConfigError at `place`, and where the system has no device or is a graph.
NamedSystem system_named(const std::string& word, const config::Place& place);

// As systems::node_of has it: links where the device has no NCCL. Throws ConfigError at `place`
// where `asked` is reached there.
systems::Law law_of(const cost::Device& device, systems::Law asked, const config::Place& place);

// Of no model yet.
Deployment deployment_on(const NamedSystem& system);

}  // namespace jacquard::serve
