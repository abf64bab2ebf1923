// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/energy.hpp"

namespace jacquard::memory {

const config::FieldTable<EventEnergy>& energy_fields() {
  using E = EventEnergy;
  using config::field;
  using config::quantity;
  const base::Joules zero{0}, most{1};
  static const config::FieldTable<E> table(
      "energy", "What each event costs in a channel.",
      {field<E>(
           "activate", [](auto& e) -> auto& { return e.activate; }, quantity(zero, most),
           "An activation with its precharge."),
       field<E>(
           "read", [](auto& e) -> auto& { return e.read; }, quantity(zero, most),
           "A burst, in the array and to its pins."),
       field<E>(
           "write", [](auto& e) -> auto& { return e.write; }, quantity(zero, most), "The same."),
       field<E>(
           "refresh", [](auto& e) -> auto& { return e.refresh; }, quantity(zero, most),
           "Of all banks, by however many commands."),
       field<E>(
           "io_per_bit", [](auto& e) -> auto& { return e.io_per_bit; }, quantity(zero, most),
           "A bit on the bus."),
       field<E>(
           "background", [](auto& e) -> auto& { return e.background; },
           quantity(base::Watts{0}, base::Watts{1e6}), "Of a channel, whatever it does.")});
  return table;
}

EnergyParts energy_of(const EventEnergy& each, const CommandCounts& commands, double refresh_share,
                      base::Bytes bursts, base::Picoseconds elapsed, int channels) {
  const auto times = [](base::Joules one, double n) { return base::Joules{one.count() * n}; };
  constexpr double bits_per_byte = 8;
  EnergyParts parts;
  parts.activate = times(each.activate, static_cast<double>(commands.activates));
  parts.read = times(each.read, static_cast<double>(commands.reads));
  parts.write = times(each.write, static_cast<double>(commands.writes));
  parts.refresh = times(each.refresh, static_cast<double>(commands.refreshes) * refresh_share);
  parts.io = times(each.io_per_bit, static_cast<double>(bursts.count()) * bits_per_byte);
  parts.background =
      base::Joules{each.background.count() * base::to_seconds(elapsed).count() * channels};
  return parts;
}

}  // namespace jacquard::memory
