// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/parallel/bound.hpp"

#include <algorithm>

#include "jacquard/schedule/fewest_slots.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kMostMore = 64;  // settings beyond the least that are looked at one by one

base::Picoseconds part(base::Picoseconds all, std::int64_t of) {
  return base::Picoseconds{all.count() / of + (all.count() % of != 0 ? 1 : 0)};
}

// More settings than switches and entries only add guards.
base::Picoseconds of_line(const demand::SlotClock& clock, std::int64_t sum, std::int64_t entries,
                          int switches) {
  const std::int64_t settings = std::max<std::int64_t>(entries, switches);
  return part(clock.makespan(sum, settings), switches);
}

base::Picoseconds over_settings(const demand::QuantaMatrix& demand, int switches) {
  const demand::SlotClock& clock = demand.clock();
  const FewestSlots fewest(demand);
  const auto of = [&](std::int64_t slots, int settings) {
    return part(clock.makespan(slots, settings), std::min(settings, switches));
  };
  const int last = std::max(fewest.settings(), switches) + kMostMore;
  base::Picoseconds least = of(fewest.of(fewest.settings()), fewest.settings());
  for (int settings = fewest.settings() + 1;
       settings <= switches || of(fewest.ever(), settings) < least; ++settings) {
    const std::int64_t slots = settings > last ? fewest.ever() : fewest.of(settings);
    least = std::min(least, of(slots, settings));
  }
  return least;
}

}  // namespace

base::Picoseconds lower_bound_over_switches(const demand::QuantaMatrix& demand, int switches) {
  base::Picoseconds bound{0};
  const int n = demand.ports();
  for (int line = 0; line < 2 * n; ++line) {
    std::int64_t sum = 0, entries = 0;
    for (int k = 0; k < n; ++k) {
      const std::int64_t count = line < n ? demand.at(line, k) : demand.at(k, line - n);
      sum += count;
      entries += count > 0;
    }
    if (sum > 0) bound = std::max(bound, of_line(demand.clock(), sum, entries, switches));
  }
  return bound;
}

Bound bound_over_switches(const demand::QuantaMatrix& demand, int switches) {
  if (switches == 1) return tightest_bound(demand, 1);
  const base::Picoseconds line = lower_bound_over_switches(demand, switches);
  if (line == base::Picoseconds{0}) return {line, "line"};
  const base::Picoseconds settings = over_settings(demand, switches);
  return settings > line ? Bound{settings, "settings"} : Bound{line, "line"};
}

}  // namespace jacquard::schedule
