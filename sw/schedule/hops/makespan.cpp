// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/makespan.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {

using base::Picoseconds;
using demand::QuantaMatrix;

std::vector<int> sends_on_of(const QuantaMatrix& demand, const Schedule& schedule) {
  std::vector<int> sends_on(schedule.permutations(), kNothing);
  if (schedule.hops() == 1) return sends_on;
  Lots lots(demand);
  for (std::size_t e = 0; e < schedule.permutations(); ++e) {
    sends_on[e] = lots.carry(schedule.relays(e));
  }
  return sends_on;
}

std::vector<Picoseconds> ends_of(const QuantaMatrix& demand, const Schedule& schedule) {
  const demand::SlotClock& clock = demand.clock();
  const std::vector<int> sends_on = sends_on_of(demand, schedule);
  const bool per_slot = clock.guard_per == demand::GuardPer::slot;
  std::vector<Picoseconds> ends;
  std::int64_t slots = 0;
  Picoseconds waited{0};
  for (std::size_t e = 0; e < schedule.permutations(); ++e) {
    const auto before = static_cast<std::int64_t>(e);
    const Picoseconds dead = per_slot ? Picoseconds{0} : clock.guard;
    const Picoseconds start = base::plus(base::plus(clock.makespan(slots, before), dead), waited);
    if (sends_on[e] != kNothing) {
      const Picoseconds stored = base::plus(base::at(ends, sends_on[e]), clock.forward);
      if (stored > start) waited = base::plus(waited, stored - start);
    }
    slots += schedule.hold(e);
    ends.push_back(base::plus(clock.makespan(slots, before + 1), waited));
  }
  return ends;
}

Picoseconds makespan(const QuantaMatrix& demand, const Schedule& schedule) {
  if (schedule.hops() == 1) {
    return demand.clock().makespan(schedule.slots(),
                                   static_cast<std::int64_t>(schedule.permutations()));
  }
  const std::vector<Picoseconds> ends = ends_of(demand, schedule);
  return ends.empty() ? Picoseconds{0} : ends.back();
}

}  // namespace jacquard::schedule
