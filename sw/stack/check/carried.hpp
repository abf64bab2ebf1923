// SPDX-License-Identifier: Apache-2.0
// What slots carry and when it is there, from Chronos s6 and docs/genstack.md alone.
#pragma once

#include "jacquard/stack/slot_clock.hpp"
#include "jacquard/stack/timeline.hpp"

namespace jacquard::stack::check {

// Of so many slots of one setting. `held`: it was set before them.
base::Bytes capacity_of(const SlotClock& clock, std::int64_t slots, bool held);
// Of the n-th repetition of what is placed: when its last byte has arrived. Requires it to fit.
base::Picoseconds arrival_of(const SlotClock& clock, const Placed& placed, int n);

}  // namespace jacquard::stack::check
