// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/hardware/system_name.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/node_collective.hpp"
#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/systems/npu_device.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/systems/system_noun.hpp"

namespace jacquard::serve {
namespace {

// Of a node that ends within a dimension, the rest of it.
std::vector<topology::Dimension> between_nodes(const topology::Fabric& fabric, int node) {
  std::vector<topology::Dimension> between;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    topology::Dimension dimension = fabric.dimension(d);
    const int stride = fabric.stride(d);
    if (stride * dimension.size <= node) continue;
    if (stride < node) dimension.size = stride * dimension.size / node;
    between.push_back(dimension);
  }
  return between;
}

SwitchPort port_of(const topology::Dimension& dimension) {
  return {topology::npu_bandwidth(dimension), dimension.latency};
}

// Appliances are no systems, but where one is due they are near.
systems::FoundSystem find(const std::string& word, const config::Place& place) {
  const std::string near = base::nearest(word, celestisim::appliance_names());
  try {
    return systems::find_system(word, place);
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    if (near.empty() || fault.found != "'" + word + "'") throw;
    fault.hint = "did you mean '" + near + "'?";
    throw base::ConfigError(std::move(fault));
  }
}

}  // namespace

NamedSystem system_named(const std::string& word, const config::Place& place) {
  const systems::FoundSystem found = find(word, place);
  const topology::Network network = topology::build_network(found.system.network);
  if (!network.fabric) {
    (found.place / "network" / "topology").fail("dimensions, as serving has them", "a graph");
  }
  NamedSystem system;
  const config::Place npu = found.place / "npu";
  if (found.system.npu.device.empty()) (npu / "device").fail("a device to serve on", "''");
  system.device = systems::device_of(found.system.npu, npu);
  system.npus = network.fabric->npus();
  system.node = found.node_room.value_or(std::max(found.system.node, 1));
  systems::require_whole_nodes(found.system, *network.fabric, found.place);
  system.device = systems::bounded_by_links(system.device, found.system.node, *network.fabric);
  if (system.device.port.count() > 0) system.network = system.device.port;
  if (system.node > 1) {
    const topology::Dimension& near = network.fabric->dimension(0);
    system.link_latency = near.latency;
    if (near.block == topology::Block::fully_connected) system.node_block = near.block;
  }
  const topology::Dimension& last = network.fabric->all().back();
  const bool alone = system.npus == 1;  // a device's name: nothing joins it to others
  if (!alone && network.fabric->dimensions() == 1 && topology::has_switch(last.block)) {
    system.one_switch = port_of(last);
  }
  const topology::Dimension& first = network.fabric->dimension(0);
  if (network.fabric->dimensions() == 2 && topology::has_switch(first.block) &&
      topology::has_switch(last.block)) {
    system.racks = RailedRacks{first.size, port_of(first), port_of(last)};
  }
  if (system.npus <= system.node) return system;
  system.beyond_node = between_nodes(*network.fabric, system.node);
  for (const topology::Dimension& d : system.beyond_node) {
    const base::BytesPerSecond rate = topology::npu_bandwidth(d);
    system.network = &d == &system.beyond_node.front() ? rate : std::min(system.network, rate);
  }
  if (system.one_switch) system.switch_delay = system.one_switch->delay;
  return system;
}

systems::Law law_of(const cost::Device& device, systems::Law asked, const config::Place& place) {
  if (cost::has_nccl(device)) return asked;
  if (asked == systems::Law::reached) {
    place.fail("links, as " + device.name + " has no NCCL", "reached");
  }
  return systems::Law::links;
}

Deployment deployment_on(const NamedSystem& system) {
  Deployment d;
  d.device = system.device;
  d.node = system.node;
  d.node_block = system.node_block;
  d.nodes = std::max(1, system.npus / system.node);
  d.network = system.network;
  d.link_latency = system.link_latency;
  d.beyond_node = system.beyond_node;
  return d;
}

}  // namespace jacquard::serve
