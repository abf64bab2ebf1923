// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/link_config.hpp"

#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::systemc {

const config::FieldTable<LinkConfig>& link_fields() {
  using config::field;
  using config::quantity;
  using C = LinkConfig;
  constexpr base::BitsPerSecond slowest{1'000}, fastest{1'000'000'000'000'000};
  constexpr base::Picoseconds longest{base::kPicosecondsPerSecond};
  const auto packet = [](std::int64_t least) {
    return quantity(base::Bytes{least}, base::Bytes{1 << 20});
  };
  static const config::FieldTable<C> table(
      "link", "Links between NPUs and a switch.",
      {
          field<C>(
              "ports", [](auto& c) -> auto& { return c.ports; },
              config::whole_number(1, demand::kMaxPorts), "Hosts around the switch."),
          field<C>(
              "rate", [](auto& c) -> auto& { return c.rate; }, quantity(slowest, fastest),
              "Of every link, each way."),
          field<C>(
              "link_delay", [](auto& c) -> auto& { return c.link_delay; },
              quantity(base::Picoseconds{0}, longest), "Propagation along one link, one way."),
          field<C>(
              "mtu", [](auto& c) -> auto& { return c.mtu; }, packet(1),
              "Payload of a full packet."),
          field<C>(
              "header", [](auto& c) -> auto& { return c.header; }, packet(0),
              "What a packet carries beside its payload."),
          field<C>(
              "ack_bytes", [](auto& c) -> auto& { return c.ack_bytes; }, packet(1),
              "Size of an ACK, of which every packet gets one."),
      });
  return table;
}

}  // namespace jacquard::systemc
