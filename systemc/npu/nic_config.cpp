// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/nic_config.hpp"

#include "jacquard/config/quantity_text.hpp"

namespace jacquard::systemc {

const config::FieldTable<NicConfig>& nic_fields() {
  using config::field;
  using C = NicConfig;
  constexpr base::Bytes largest{std::int64_t{1} << 30};
  static const config::FieldTable<C> table(
      "nic", "How an NPU's messages leave and enter its memory.",
      {
          field<C>(
              "links", [](auto& c) -> auto& { return c.links; }, config::whole_number(0, 1024),
              "Out of the NPU, each with a controller of its own."),
          field<C>(
              "rate", [](auto& c) -> auto& { return c.rate; },
              config::quantity(base::BitsPerSecond{1'000},
                               base::BitsPerSecond{1'000'000'000'000'000}),
              "Of each link, one way."),
          field<C>(
              "latency", [](auto& c) -> auto& { return c.latency; },
              config::quantity(base::Picoseconds{0},
                               base::Picoseconds{base::kPicosecondsPerSecond}),
              "From an NPU to the next."),
          field<C>(
              "packet", [](auto& c) -> auto& { return c.packet; },
              config::quantity(base::Bytes{32}, largest),
              "Payload of a full packet; memory is read and written in parts of that size."),
          field<C>(
              "header", [](auto& c) -> auto& { return c.header; },
              config::quantity(base::Bytes{0}, base::Bytes{1 << 20}),
              "What a packet carries on its link beside its payload."),
          field<C>(
              "outstanding", [](auto& c) -> auto& { return c.outstanding; },
              config::whole_number(1, 1 << 20),
              "Accesses to memory in flight: of a link's sender, of its receiver, and sums of "
              "packets."),
          field<C>(
              "buffer", [](auto& c) -> auto& { return c.buffer; },
              config::quantity(base::Bytes{32}, largest),
              "Of a link's sender, and of its receiver: what memory has not taken in fills it, and "
              "then the link stops."),
          field<C>(
              "adding", [](auto& c) -> auto& { return c.adding; },
              config::choice<Adding>(
                  {{"on-arrival", Adding::on_arrival}, {"in-passing", Adding::in_passing}}),
              "A received message is added to the NPU's own by the vector unit when it is whole in "
              "memory, or packet by packet by the NIC."),
      });
  return table;
}

void require_consistent(const NicConfig& config, const config::Place& place) {
  if (config.buffer >= config.packet) return;
  (place / "buffer")
      .fail("at least one packet, " + config::show_quantity(config.packet),
            config::show_quantity(config.buffer));
}

}  // namespace jacquard::systemc
