// SPDX-License-Identifier: Apache-2.0
// The figures of memory that rows of every family have.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/memory/figures.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::platform {

// A memory's figures as rows tell them.
struct MemorySummary {
  memory::Figures figures;  // without latencies
  base::Picoseconds mean{0}, p50{0}, p99{0};
};

// Nothing where bytes were moved for 0 J: of a memory whose energies nobody publishes.
inline std::optional<base::Joules> known_energy(const memory::Figures& figures) {
  const base::Joules total = figures.energy.total();
  if (total.count() <= 0 && figures.bursts.count() > 0) return std::nullopt;
  return total;
}

// Sorts the latencies, and lets them go.
MemorySummary summary_of(memory::Figures figures);

// The share of all buses' time.
double share(const memory::Figures& figures, base::Picoseconds memory::BusTimes::*part);

// `get`: the MemorySummary of a T.
template <class T, class Get>
std::vector<report::Metric<T>> memory_metrics(Get get) {
  using M = report::Metric<T>;
  using memory::BusTimes;
  using report::Unit;
  const auto bus = [get](base::Picoseconds BusTimes::*part) {
    return [get, part](const T& t) { return share(get(t).figures, part); };
  };
  return {
      M(
          "achieved_bytes_per_s", Unit::bytes_per_s,
          [get](const T& t) { return get(t).figures.achieved(); },
          "Bytes asked for, over the time of the run.", "achieved"),
      M(
          "peak_bytes_per_s", Unit::bytes_per_s, [get](const T& t) { return get(t).figures.peak; },
          "Of all data buses.", "peak"),
      M(
          "fraction", Unit::ratio,
          [get](const T& t) {
            const memory::Figures& f = get(t).figures;
            return f.peak.count() > 0 ? f.achieved() / f.peak : 0.0;
          },
          "Achieved over peak.", "fraction"),
      M("bus_data_fraction", Unit::ratio, bus(&BusTimes::data), "Data was on the bus.", "data"),
      M("bus_activate_fraction", Unit::ratio, bus(&BusTimes::activate),
        "No data: a waiting request needed an activation or a precharge.", "activate"),
      M("bus_refresh_fraction", Unit::ratio, bus(&BusTimes::refresh),
        "No data: a refresh kept waiting requests from their bank.", "refresh"),
      M("bus_turnaround_fraction", Unit::ratio, bus(&BusTimes::turnaround),
        "No data: the bus turned around between reads and writes.", "turn"),
      M("bus_idle_fraction", Unit::ratio, bus(&BusTimes::idle), "No data: nothing waited.", "idle"),
      M(
          "latency_mean_ps", Unit::ps, [get](const T& t) { return get(t).mean; },
          "From an access's offer until its last byte.", "latency"),
      M(
          "latency_p50_ps", Unit::ps, [get](const T& t) { return get(t).p50; }, "Its median."),
      M(
          "latency_p99_ps", Unit::ps, [get](const T& t) { return get(t).p99; },
          "Its 99th percentile.", "p99"),
      M(
          "energy_j", Unit::j, [get](const T& t) { return known_energy(get(t).figures); },
          "Of the memory; absent where none of its energies is published."),
  };
}

}  // namespace jacquard::platform
