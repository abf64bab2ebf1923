// SPDX-License-Identifier: Apache-2.0
#include "jacquard/systems/cluster.hpp"

#include <fmt/format.h>

namespace jacquard::systems {
namespace {

using config::field;
using config::quantity;
using config::whole_number;
using C = Cluster;
using Fields = std::vector<config::Field<C>>;

config::Codec<double> share() { return config::real_number(0, 1); }

Fields sizes() {
  return {
      field<C>(
          "name", [](auto& c) -> auto& { return c.name; }, config::text("text"),
          "What people call it."),
      field<C>(
          "source", [](auto& c) -> auto& { return c.source; }, config::text("text"),
          "Where its figures come from."),
      field<C>(
          "nodes", [](auto& c) -> auto& { return c.nodes; }, whole_number<int>(1, 1 << 20),
          "How many."),
      field<C>(
          "devices", [](auto& c) -> auto& { return c.devices; }, whole_number<int>(1, 1 << 10),
          "Of a node."),
  };
}

Fields device() {
  using base::FlopsPerSecond;
  return {
      field<C>(
          "peak_tf32", [](auto& c) -> auto& { return c.peak4; }, quantity<FlopsPerSecond>(),
          "Of a device, dense, for values of 4 bytes; 0: none."),
      field<C>(
          "peak_fp16", [](auto& c) -> auto& { return c.peak2; }, quantity<FlopsPerSecond>(),
          "Of a device, dense, for values of 2 bytes; 0: none."),
      field<C>(
          "peak_int8", [](auto& c) -> auto& { return c.peak1; }, quantity<FlopsPerSecond>(),
          "Of a device, dense, for values of 1 byte; 0: none."),
      field<C>(
          "compute_utilisation", [](auto& c) -> auto& { return c.compute_utilisation; }, share(),
          "Share of a peak that layers reach."),
      field<C>(
          "memory", [](auto& c) -> auto& { return c.memory; }, quantity<base::Bytes>(),
          "Of a device."),
      field<C>(
          "memory_bandwidth", [](auto& c) -> auto& { return c.memory_bandwidth; },
          quantity<base::BytesPerSecond>(), "Of a device."),
      field<C>(
          "memory_utilisation", [](auto& c) -> auto& { return c.memory_utilisation; }, share(),
          "Share of it that look-ups reach."),
  };
}

Fields network() {
  return {
      field<C>(
          "links", [](auto& c) -> auto& { return c.links; }, whole_number<int>(0, 1 << 16),
          "Of a device, inside the node."),
      field<C>(
          "link_bandwidth", [](auto& c) -> auto& { return c.link_bandwidth; },
          quantity<base::BytesPerSecond>(), "Of a link, both directions counted."),
      field<C>(
          "link_utilisation", [](auto& c) -> auto& { return c.link_utilisation; }, share(),
          "Share of it that collectives reach."),
      field<C>(
          "ports", [](auto& c) -> auto& { return c.ports; }, whole_number<int>(0, 1 << 16),
          "Of a node, to the other nodes."),
      field<C>(
          "port_bandwidth", [](auto& c) -> auto& { return c.port_bandwidth; },
          quantity<base::BytesPerSecond>(), "Of a port, both directions counted."),
      field<C>(
          "port_utilisation", [](auto& c) -> auto& { return c.port_utilisation; }, share(),
          "Share of it that collectives reach."),
      field<C>(
          "all_reduce_inside", [](auto& c) -> auto& { return c.all_reduce_inside; }, share(),
          "Share of an all-reduce over all devices that goes inside the node."),
  };
}

Fields physics() {
  return {
      field<C>(
          "device", [](auto& c) -> auto& { return c.device; }, config::text("text"),
          "A name of configs/devices, or a file: what the physical mode prices kernels by."),
      field<C>(
          "link_latency", [](auto& c) -> auto& { return c.link_latency; },
          quantity<base::Picoseconds>(), "Of a message inside the node, in the physical mode."),
      field<C>(
          "port_latency", [](auto& c) -> auto& { return c.port_latency; },
          quantity<base::Picoseconds>(), "Of a message between nodes, in the physical mode."),
      field<C>(
          "dollars_per_hour", [](auto& c) -> auto& { return c.dollars_per_hour; },
          config::real_number(0, 1e6), "Of a device; 0: not known."),
  };
}

template <class Number>
void require(Number value, const char* key, const config::Place& place, const char* hint = "") {
  if (!(value > Number{0})) (place / key).fail("a number above 0", "none", hint);
}

// A share of less would only make a step last for ever.
void require_share(double value, const char* key, const config::Place& place,
                   const char* hint = "") {
  if (value < 1e-6) {
    (place / key).fail("a number in 0.000001..1", fmt::format("{}", value), hint);
  }
}

}  // namespace

const config::FieldTable<Cluster>& cluster_fields() {
  static const config::FieldTable<C> table("cluster", "Nodes of devices, as the planner sees them.",
                                           [] {
                                             Fields all;
                                             for (auto part : {sizes, device, network, physics}) {
                                               for (config::Field<C>& f : part()) {
                                                 all.push_back(std::move(f));
                                               }
                                             }
                                             return all;
                                           }());
  return table;
}

void require_complete(const Cluster& c, const config::Place& place) {
  if (c.peak4.count() <= 0 && c.peak2.count() <= 0 && c.peak1.count() <= 0) {
    (place / "peak_fp16").fail("a peak above 0 FLOP/s of some type", "none");
  }
  require_share(c.compute_utilisation, "compute_utilisation", place);
  require(c.memory, "memory", place);
  require(c.memory_bandwidth, "memory_bandwidth", place);
  require_share(c.memory_utilisation, "memory_utilisation", place);
  if (c.devices > 1) {
    const char* hint = "a node has several devices";
    require(c.links, "links", place, hint);
    require(c.link_bandwidth, "link_bandwidth", place, hint);
    require_share(c.link_utilisation, "link_utilisation", place, hint);
  }
  if (c.nodes > 1) {
    const char* hint = "there are several nodes";
    require(c.ports, "ports", place, hint);
    require(c.port_bandwidth, "port_bandwidth", place, hint);
    require_share(c.port_utilisation, "port_utilisation", place, hint);
    if (c.devices == 1 && c.all_reduce_inside > 0) {
      (place / "all_reduce_inside")
          .fail("0", fmt::format("{}", c.all_reduce_inside), "a node has one device");
    }
  }
}

}  // namespace jacquard::systems
