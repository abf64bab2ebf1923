// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/carried.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>

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

// The largest time, where the sum is more.
Picoseconds sum(std::initializer_list<Picoseconds> times) {
  Picoseconds all{0};
  for (const Picoseconds time : times) all = base::plus(all, time);
  return all;
}

}  // namespace

Bytes capacity_of(const SlotClock& clock, std::int64_t slots, bool held) {
  if (clock.sync == Sync::per_slot) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::int64_t one = one_slot(clock, held).count();
    return Bytes{slots > 0 && one > kMost / slots ? kMost : one * slots};
  }
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
    const Picoseconds pause = held ? Picoseconds{0} : clock.guard;
    return sum({begin, pause, base::transfer_time(stream, clock.rate), clock.flight});
  }
  const std::int64_t each = std::max<std::int64_t>(1, one_slot(clock, false).count());
  const std::int64_t full = stream.count() == 0 ? 0 : (stream.count() - 1) / each;
  const Bytes last{stream.count() - full * each};
  return sum({begin, base::times(clock.slot, full), clock.guard,
              base::transfer_time(last, clock.rate), clock.flight});
}

}  // namespace jacquard::stack::check
