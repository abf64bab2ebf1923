// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/slot_clock.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"

namespace jacquard::stack {
namespace {

using base::Bytes;
using base::Picoseconds;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t at_least_none(std::int64_t value) { return value < 0 ? 0 : value; }

// Before the first byte of slots of one setting.
Picoseconds pause(const SlotClock& clock, bool held) {
  return clock.sync == Sync::on_dependency && held ? Picoseconds{0} : clock.guard;
}

// Of each slot, in which no byte can be.
Picoseconds overhead(const SlotClock& clock) {
  return clock.sync == Sync::per_slot ? clock.guard + clock.flight : Picoseconds{0};
}

}  // namespace

Bytes SlotClock::capacity(std::int64_t slots, bool held) const {
  if (sync == Sync::per_slot) {
    const Bytes one =
        base::bytes_carried(Picoseconds{at_least_none((slot - overhead(*this)).count())}, rate);
    if (one.count() > kMost / std::max<std::int64_t>(1, slots)) return Bytes{kMost};
    return Bytes{one.count() * slots};
  }
  const Picoseconds all = base::times(slot, slots) - pause(*this, held);
  return base::bytes_carried(Picoseconds{at_least_none(all.count())}, rate);
}

std::int64_t SlotClock::slots_for(Bytes bytes, bool held) const {
  JQ_CHECK(capacity(1, true).count() > 0, "a slot carries something");
  if (sync == Sync::per_slot) {
    const std::int64_t one = capacity(1, held).count();
    return std::max<std::int64_t>(1, (bytes.count() + one - 1) / one);
  }
  const Picoseconds all = base::transfer_time(bytes, rate) + pause(*this, held);
  std::int64_t slots = std::max<std::int64_t>(1, all.count() / slot.count());
  while (capacity(slots, held) < bytes) ++slots;
  return slots;
}

Picoseconds SlotClock::arrival(std::int64_t start, bool held, Bytes lead, Bytes bytes) const {
  if (sync == Sync::on_dependency) {
    const Picoseconds sent =
        base::plus(pause(*this, held), base::transfer_time(lead + bytes, rate));
    return base::plus(base::times(slot, start), base::plus(sent, flight));
  }
  // All slots but the last are full.
  const Bytes one = capacity(1, held);
  const std::int64_t before = std::max<std::int64_t>(0, ((lead + bytes).count() - 1) / one.count());
  const Bytes last{(lead + bytes).count() - before * one.count()};
  return base::plus(base::times(slot, start + before),
                    guard + base::transfer_time(last, rate) + flight);
}

std::int64_t SlotClock::first_slot_from(Picoseconds time) const {
  return (time.count() + slot.count() - 1) / slot.count();
}

SlotClock clock_of(const Fabric& fabric, Picoseconds slot) {
  return {slot, fabric.guard, fabric.flight, fabric.rate, fabric.sync};
}

Picoseconds slot_for(const Fabric& fabric, Bytes bytes) {
  Picoseconds time = base::transfer_time(bytes, fabric.rate);
  if (base::bytes_carried(time, fabric.rate) < bytes) time += Picoseconds{1};
  const Picoseconds flight = fabric.sync == Sync::per_slot ? fabric.flight : Picoseconds{0};
  return base::plus(time, fabric.guard + flight);
}

}  // namespace jacquard::stack
