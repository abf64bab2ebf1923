// SPDX-License-Identifier: Apache-2.0
#include "systemc/rotor/rotor_config.hpp"

namespace jacquard::systemc {

const config::FieldTable<RotorConfig>& rotor_fields() {
  using config::boolean;
  using config::choice;
  using config::field;
  using config::optional;
  using config::quantity;
  using config::whole_number;
  using C = RotorConfig;
  constexpr int kMostSwitches = 64, kMostPackets = 1 << 20;
  static const config::FieldTable<C> table(
      "rotor", "Switches that change their matchings by the clock, whatever the traffic.",
      {
          field<C>(
              "switches", [](auto& c) -> auto& { return c.switches; },
              whole_number(1, kMostSwitches),
              "Each port has a link to each of them, with an equal share of `fabric.rate`."),
          field<C>(
              "slot", [](auto& c) -> auto& { return c.slot; },
              quantity(base::Picoseconds{1}, base::Picoseconds{base::kPicosecondsPerSecond}),
              "How long a switch has a matching, `circuit.guard` at the end included."),
          field<C>(
              "matchings", [](auto& c) -> auto& { return c.matchings; },
              choice<Matchings>({{"shifts", Matchings::shifts}, {"random", Matchings::random}}),
              "That connect each port with each other once a cycle, dealt out to the switches: "
              "cyclic shifts, or drawn by the seed."),
          field<C>(
              "staggered", [](auto& c) -> auto& { return c.staggered; }, boolean(),
              "Switches change one after another, evenly over a slot; else all at once."),
          field<C>(
              "relay", [](auto& c) -> auto& { return c.relay; },
              choice<Relaying>({{"never", Relaying::never},
                                {"spare", Relaying::spare},
                                {"always", Relaying::always}}),
              "Two hops. spare: when a port has nothing for the one it is connected to, as much as "
              "that "
              "one can send on in one slot (RotorNet). always: whatever it has (Sirius)."),
          field<C>(
              "relay_packets", [](auto& c) -> auto& { return c.relay_packets; },
              optional(whole_number(1, kMostPackets)),
              "Packets that a port takes to send on to one destination. None: what fits in a "
              "slot."),
          field<C>(
              "short_below", [](auto& c) -> auto& { return c.short_below; },
              optional(quantity(base::Bytes{1})),
              "Flows of fewer bytes go at once, over as few hops as the circuits of the moment "
              "allow, before all others (Opera). None: no flow."),
      });
  return table;
}

}  // namespace jacquard::systemc
