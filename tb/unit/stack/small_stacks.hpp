// SPDX-License-Identifier: Apache-2.0
// Stacks of small jobs, composed, and faults planted in them.
#pragma once

#include <algorithm>

#include "jacquard/stack/stack.hpp"
#include "unit/stack/small_jobs.hpp"

namespace small_stacks {

namespace stack = jacquard::stack;
using jacquard::base::Bytes;
using jacquard::base::Picoseconds;

// 8 Gb/s carry a byte in a nanosecond.
inline stack::Fabric fabric(int tiers = 1, stack::Sync sync = stack::Sync::per_slot) {
  stack::Fabric of;
  of.tiers = tiers;
  of.radix = tiers == 1 ? 64 : 8;
  of.rate = jacquard::base::BitsPerSecond{8'000'000'000};
  of.guard = Picoseconds{10'000};
  of.flight = Picoseconds{100'000};
  of.sync = sync;
  of.control = Bytes{0};
  return of;
}

// In slots of 1 us unless told.
inline stack::Stack composed(const jacquard::engine::job::JobWork& work,
                             const stack::Fabric& fabric,
                             Picoseconds slot = Picoseconds{1'000'000}) {
  stack::Stack made;
  made.plan = stack::plan_of(work, {fabric.control});
  made.fabric = fabric;
  made.sizes = stack::sizes_of(fabric, made.plan.ranks, {"test", ""});
  made.clock = {slot, fabric.guard, fabric.flight, fabric.rate, fabric.sync};
  const stack::Routes routes(made.plan, fabric, made.sizes, made.seating, {"test", ""});
  made.timeline = stack::compose(made.plan, made.clock, {fabric.channels, &routes});
  return made;
}

// The entry that has the most repetitions.
inline stack::Placed& longest(stack::Stack& of) {
  return *std::max_element(
      of.timeline.placed.begin(), of.timeline.placed.end(),
      [](const stack::Placed& a, const stack::Placed& b) { return a.repetitions < b.repetitions; });
}

}  // namespace small_stacks
