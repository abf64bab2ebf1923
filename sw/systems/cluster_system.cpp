// SPDX-License-Identifier: Apache-2.0
#include "jacquard/systems/cluster_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "jacquard/cost/device.hpp"
#include "jacquard/systems/npu_device.hpp"
#include "jacquard/systems/reached.hpp"

namespace jacquard::systems {
namespace {

// MAD-Max, Table 3 and s4.2: what ZionEX reaches.
constexpr double kCompute = 0.705;
constexpr double kMemory = 0.836;
constexpr double kLinks = 0.6667;
constexpr double kPorts = 0.28;
constexpr double kInside = 0.2746;
constexpr double kBf16OverTf32 = 2;  // NVIDIA's data sheets of A100 and H100, dense

double line_rate(const Cluster& c) { return c.ports * c.port_bandwidth.count() / 2 / c.devices; }

double link_rate(const Cluster& c) { return c.links * c.link_bandwidth.count() / 2; }

void set_device(Cluster& c, const topology::NpuConfig& npu, const config::Place& place) {
  if (npu.device.empty()) {
    (place / "device").fail("a device, whose peaks by type a plan of layers needs", "none");
  }
  const cost::Device device = device_of(npu, place);
  c.device = npu.device;
  c.peak2 = device.peak.bf16;
  c.peak4 = c.peak2 * (1 / kBf16OverTf32);
  c.peak1 = device.peak.fp8;
  c.memory = device.memory;
  c.memory_bandwidth = device.memory_bandwidth;
}

// Rates of a device, inside the node and across nodes, and latencies of a message.
void set_network(Cluster& c, const topology::Fabric& fabric, int node) {
  double inside = 0, across = std::numeric_limits<double>::infinity();
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const topology::Dimension& in = fabric.dimension(d);
    const double rate = topology::npu_bandwidth(in).count();
    if (fabric.stride(d) < node) {
      inside += rate;
      c.link_latency = in.latency;
    }
    if (fabric.stride(d) * in.size > node && rate < across) {
      across = rate;
      c.port_latency = in.latency;
    }
  }
  c.links = c.devices > 1 ? 1 : 0;
  c.link_bandwidth = base::BytesPerSecond{c.devices > 1 ? 2 * inside : 0};
  c.ports = c.nodes > 1 ? c.devices : 0;
  c.port_bandwidth = base::BytesPerSecond{c.nodes > 1 ? 2 * across : 0};
}

}  // namespace

topology::System system_of(const Cluster& c) {
  topology::System system;
  topology::NetworkConfig& network = system.network;
  network.bandwidth_per = topology::BandwidthPer::npu;
  network.topology.clear();
  network.bandwidth.clear();
  network.latency.clear();
  const auto add = [&](int size, double rate, base::Picoseconds latency) {
    network.topology += fmt::format("{}Switch({})", network.topology.empty() ? "" : " ", size);
    network.bandwidth.emplace_back(rate);
    network.latency.push_back(latency);
  };
  if (c.devices > 1 || c.nodes == 1) add(c.devices, link_rate(c), c.link_latency);
  if (c.nodes > 1) add(c.nodes, line_rate(c), c.port_latency);
  system.npu.peak = c.peak2;
  system.npu.memory_bandwidth = c.memory_bandwidth;
  system.npu.memory = c.memory;
  system.npu.device = c.device;
  system.node = c.devices;
  return system;
}

Cluster cluster_of(const topology::System& system, const std::string& name,
                   const config::Place& place) {
  const topology::Network network = topology::build_network(system.network);
  if (!network.fabric) {
    (place / "network" / "topology").fail("dimensions, as a plan of layers has nodes", "a graph");
  }
  const int npus = network.fabric->npus();
  const int node = std::max(system.node, 1);
  require_whole_nodes(system, *network.fabric, place);
  Cluster c;
  c.name = name;
  c.devices = node;
  c.nodes = npus / node;
  set_device(c, system.npu, place / "npu");
  set_network(c, *network.fabric, node);
  c.compute_utilisation = kCompute;
  c.memory_utilisation = kMemory;
  c.link_utilisation = kLinks;
  c.port_utilisation = kPorts;
  if (c.devices > 1) c.all_reduce_inside = kInside;
  return c;
}

}  // namespace jacquard::systems
