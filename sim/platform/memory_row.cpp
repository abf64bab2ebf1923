// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/memory_row.hpp"

#include <optional>

namespace jacquard::platform {
namespace {

using memory::CommandCounts;
using memory::EnergyParts;
using memory::Figures;
using report::Unit;
using M = report::Metric<MemoryRow>;

const Figures& figures(const MemoryRow& row) { return row.memory.figures; }

base::Bytes asked(const MemoryRow& row) { return figures(row).read + figures(row).written; }

M part(const char* key, base::Joules EnergyParts::*part, const char* doc) {
  return M(
      key, Unit::j,
      [part](const MemoryRow& r) {
        return known_energy(figures(r)) ? std::optional(figures(r).energy.*part) : std::nullopt;
      },
      doc);
}

M count(const char* key, std::int64_t CommandCounts::*kind, const char* doc) {
  return M(
      key, Unit::count, [kind](const MemoryRow& r) { return figures(r).commands.*kind; }, doc);
}

std::vector<M> metrics() {
  std::vector<M> all = {
      M("variant", Unit::text, &MemoryRow::variant, "Of the experiment.", "variant"),
      M("point", Unit::text, &MemoryRow::point, "Of the sweep.", "point"),
      M("fidelity", Unit::text, &MemoryRow::fidelity, "at, lt or ideal."),
      M(
          "channels", Unit::count, [](const MemoryRow& r) { return figures(r).channels; },
          "Channels of the memory."),
      M(
          "time_ps", Unit::ps, [](const MemoryRow& r) { return figures(r).elapsed; },
          "From the start until the last byte.", "time"),
      M("accesses", Unit::count, &MemoryRow::accesses, "Accesses that were made."),
      M("bytes", Unit::bytes, asked, "Asked for."),
      M(
          "moved_bytes", Unit::bytes, [](const MemoryRow& r) { return figures(r).bursts; },
          "Moved over the data buses, in whole bursts."),
      M(
          "amplification", Unit::ratio,
          [](const MemoryRow& r) {
            return asked(r).count() > 0 ? figures(r).bursts / asked(r) : 0.0;
          },
          "Moved over asked for."),
      M("bound_bytes_per_s", Unit::bytes_per_s, &MemoryRow::bound,
        "The closed form's, of what was asked for: of single bursts at random, or else of a "
        "stream.",
        "bound"),
  };
  for (M& m : memory_metrics<MemoryRow>([](const auto& r) -> auto& { return r.memory; })) {
    all.push_back(std::move(m));
  }
  std::vector<M> rest = {
      M(
          "energy_per_bit_j", Unit::j,
          [](const MemoryRow& r) {
            const auto bits = 8 * static_cast<double>(asked(r).count());
            if (!known_energy(figures(r))) return std::optional<double>();
            return std::optional(bits > 0 ? figures(r).energy.total().count() / bits : 0.0);
          },
          "Energy over bits asked for; absent where no energy of the memory is published."),
      part("energy_activate_j", &EnergyParts::activate, "Activations with their precharges."),
      part("energy_read_j", &EnergyParts::read, "Reads, in the array."),
      part("energy_write_j", &EnergyParts::write, "Writes, in the array."),
      part("energy_refresh_j", &EnergyParts::refresh, "Refreshes."),
      part("energy_io_j", &EnergyParts::io, "Bits on the bus."),
      part("energy_background_j", &EnergyParts::background, "Whatever happens."),
      count("activates", &CommandCounts::activates, "Commands that opened a row."),
      count("reads", &CommandCounts::reads, "Commands that read a burst."),
      count("writes", &CommandCounts::writes, "Commands that wrote a burst."),
      count("precharges", &CommandCounts::precharges, "Commands that closed a row."),
      count("refreshes", &CommandCounts::refreshes, "Refresh commands, of whichever banks."),
  };
  for (M& m : rest) all.push_back(std::move(m));
  return all;
}

}  // namespace

const report::MetricTable<MemoryRow>& memory_row_metrics() {
  static const report::MetricTable<MemoryRow> table("memory", "A run of a memory.", metrics());
  return table;
}

}  // namespace jacquard::platform
