// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/slot_clock.hpp"

#include "jacquard/base/bandwidth.hpp"

namespace jacquard::demand {

base::Picoseconds SlotClock::holding(std::int64_t slots) const {
  if (slot) return base::times(*slot, slots);
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(quantum.count(), slots, &bytes)) bytes = INT64_MAX;
  return base::transfer_time(base::Bytes{bytes}, rate);
}

base::Picoseconds SlotClock::makespan(std::int64_t slots, std::int64_t permutations) const {
  const std::int64_t guards = guard_per == GuardPer::slot ? slots : permutations;
  return base::plus(holding(slots), base::times(guard, guards));
}

double SlotClock::slot_ps() const {
  return slot ? static_cast<double>(slot->count()) : base::real_transfer_ps(quantum, rate);
}

double SlotClock::guard_in_slots() const {
  return guard_per == GuardPer::slot ? 0 : static_cast<double>(guard.count()) / slot_ps();
}

}  // namespace jacquard::demand
