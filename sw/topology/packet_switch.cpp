// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/packet_switch.hpp"

#include "jacquard/config/shipped_nouns.hpp"

namespace jacquard::topology {

const config::FieldTable<PacketSwitch>& packet_switch_fields() {
  using config::field;
  using config::quantity;
  using config::text;
  using P = PacketSwitch;
  const base::BitsPerSecond slowest{1};
  static const config::FieldTable<P> table(
      "packet_switch",
      "A packet switch that is sold or specified; null where nothing is published.",
      {field<P>(
           "title", [](auto& p) -> auto& { return p.title; }, text("a few words"),
           "Kind and maker."),
       field<P>(
           "ports", [](auto& p) -> auto& { return p.ports; }, config::whole_number(1, 1 << 16),
           "Ports of `port_rate`."),
       field<P>(
           "port_rate", [](auto& p) -> auto& { return p.port_rate; }, quantity(slowest),
           "Of its fastest ports, one way."),
       field<P>(
           "capacity", [](auto& p) -> auto& { return p.capacity; }, quantity(slowest),
           "Of all its ports, one way."),
       field<P>(
           "latency", [](auto& p) -> auto& { return p.latency; },
           config::optional(quantity(base::Picoseconds{1})), "From port to port."),
       field<P>(
           "buffer", [](auto& p) -> auto& { return p.buffer; },
           config::optional(quantity(base::Bytes{1})), "Memory that all ports share."),
       field<P>(
           "power", [](auto& p) -> auto& { return p.power; },
           config::optional(quantity(base::Watts{0}, base::Watts{1e6})), "Typical."),
       field<P>(
           "basis", [](auto& p) -> auto& { return p.basis; },
           text("published, summary or recalled"), "How well it is known."),
       field<P>(
           "source", [](auto& p) -> auto& { return p.source; }, text("a source"), "Who says so.")});
  return table;
}

void require_consistent(const PacketSwitch& one, const config::Place& place) {
  if (one.port_rate.count() <= one.capacity.count() / one.ports &&
      one.port_rate * one.ports == one.capacity) {
    return;
  }
  (place / "capacity")
      .fail("that of " + std::to_string(one.ports) + " ports of " +
                config::show_quantity(one.port_rate),
            config::show_quantity(one.capacity));
}

PacketSwitch packet_switch_of(const std::string& name_or_path, const config::Place& place) {
  return config::read_noun(packet_switch_fields(), kPacketSwitches, name_or_path, place);
}

}  // namespace jacquard::topology
