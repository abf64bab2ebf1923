// SPDX-License-Identifier: Apache-2.0
// What a schedule takes where bytes are stored and sent on: its holds, its guards, and a wait for
// what has just arrived wherever a setting sends that on (SlotClock::wait).
#pragma once

#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/hops/port_shape.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// Of each setting, whether it sends on what has come since the last one that did: the fewest waits
// in this order. Of direct schedules none.
std::vector<bool> forwarding_waits(const demand::QuantaMatrix& demand, const Schedule& schedule);

base::Picoseconds makespan(const demand::QuantaMatrix& demand, const Schedule& schedule);

// Of shift_schedule() with these holds, without making it.
base::Picoseconds makespan_of_holds(const demand::QuantaMatrix& demand, const PortShape& shape,
                                    const std::vector<std::int64_t>& holds);

}  // namespace jacquard::schedule
