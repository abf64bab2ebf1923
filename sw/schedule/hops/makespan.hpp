// SPDX-License-Identifier: Apache-2.0
// What a schedule takes where bytes are stored and sent on: its holds, its guards, and waits for
// what has just arrived.
#pragma once

#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/hops/lots.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// Of each setting, the last one before it whose arrivals it sends on; kNothing: none. What has lain
// longest at a port goes first.
std::vector<int> sends_on_of(const demand::QuantaMatrix& demand, const Schedule& schedule);

// When each setting ends. It begins when the one before has ended and its guard has passed, and
// what it sends on has lain for SlotClock::forward.
std::vector<base::Picoseconds> ends_of(const demand::QuantaMatrix& demand,
                                       const Schedule& schedule);
// When the last one does.
base::Picoseconds makespan(const demand::QuantaMatrix& demand, const Schedule& schedule);

}  // namespace jacquard::schedule
