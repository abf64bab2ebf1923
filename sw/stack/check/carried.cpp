// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/carried.hpp"

#include <algorithm>

namespace jacquard::stack::check {

using base::Bytes;
using base::Picoseconds;

namespace {

// Of a slot, without what no byte can use.
Bytes one_slot(const SlotClock& clock, bool held) {
  Picoseconds usable = clock.slot;
  if (clock.sync == Sync::per_slot) {
    usable = usable - clock.guard - clock.flight;
  } else if (!held) {
    usable = usable - clock.guard;
  }
  return base::bytes_carried(std::max(usable, Picoseconds{0}), clock.rate);
}

}  // namespace

Bytes capacity_of(const SlotClock& clock, std::int64_t slots, bool held) {
  if (clock.sync == Sync::per_slot) return Bytes{one_slot(clock, held).count() * slots};
  const Picoseconds pause = held ? Picoseconds{0} : clock.guard;
  return base::bytes_carried(std::max(base::times(clock.slot, slots) - pause, Picoseconds{0}),
                             clock.rate);
}

Picoseconds arrival_of(const SlotClock& clock, const Placed& placed, int n) {
  const std::int64_t start = placed.start + std::int64_t{n} * placed.slots;
  const Bytes stream = placed.bytes + (n == 0 ? placed.lead : Bytes{0});
  const Picoseconds begin = base::times(clock.slot, start);
  if (clock.sync == Sync::on_dependency) {
    const bool held = placed.held || n > 0;
    return begin + (held ? Picoseconds{0} : clock.guard) + base::transfer_time(stream, clock.rate) +
           clock.flight;
  }
  const std::int64_t each = std::max<std::int64_t>(1, one_slot(clock, false).count());
  const std::int64_t full = stream.count() == 0 ? 0 : (stream.count() - 1) / each;
  return begin + base::times(clock.slot, full) + clock.guard +
         base::transfer_time(Bytes{stream.count() - full * each}, clock.rate) + clock.flight;
}

}  // namespace jacquard::stack::check
