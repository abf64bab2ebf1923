// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bound.hpp"

#include <algorithm>
#include <vector>

#include "jacquard/schedule/fewest_slots.hpp"
#include "jacquard/schedule/hops/hop_bound.hpp"

namespace jacquard::schedule {

base::Picoseconds lower_bound(const demand::QuantaMatrix& demand, int hops) {
  const demand::SlotClock& clock = demand.clock();
  if (hops > 1) return hop_bound(demand, hops).time;
  struct Line {
    std::int64_t sum = 0;
    std::int64_t nonzeros = 0;
    void add(std::int64_t count) {
      sum += count;
      nonzeros += count > 0;
    }
  };
  const auto n = static_cast<std::size_t>(demand.ports());
  std::vector<Line> lines(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      lines[i].add(demand.row_major()[i * n + j]);
      lines[n + j].add(demand.row_major()[i * n + j]);
    }
  }
  base::Picoseconds bound{0};
  for (const Line& line : lines) bound = std::max(bound, clock.makespan(line.sum, line.nonzeros));
  return bound;
}

namespace {

// More settings than the least are looked at one by one up to so many, which bounds the time.
constexpr int kMostMore = 64;

// The least over all numbers of settings. Beyond those looked at there are D slots at least.
base::Picoseconds over_settings(const demand::QuantaMatrix& demand) {
  const demand::SlotClock& clock = demand.clock();
  const FewestSlots fewest(demand);
  const int last = fewest.settings() + kMostMore;
  int settings = fewest.settings();
  base::Picoseconds least = clock.makespan(fewest.of(settings), settings);
  while (clock.makespan(fewest.ever(), ++settings) < least) {
    const std::int64_t slots = settings > last ? fewest.ever() : fewest.of(settings);
    least = std::min(least, clock.makespan(slots, settings));
  }
  return least;
}

}  // namespace

Bound tightest_bound(const demand::QuantaMatrix& demand, int hops) {
  const base::Picoseconds line = lower_bound(demand, hops);
  if (hops > 1) return {line, "hops"};
  if (line == base::Picoseconds{0}) return {line, "line"};
  const base::Picoseconds settings = over_settings(demand);
  return settings > line ? Bound{settings, "settings"} : Bound{line, "line"};
}

}  // namespace jacquard::schedule
