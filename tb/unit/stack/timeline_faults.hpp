// SPDX-License-Identifier: Apache-2.0
// Whether a timeline does what its plan asks for, found by other means than those that composed it.
#pragma once

#include <string>
#include <vector>

#include "jacquard/stack/plan.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/slot_clock.hpp"
#include "jacquard/stack/timeline.hpp"

// In words; empty: all holds, `step` too.
std::vector<std::string> timeline_faults(const jacquard::stack::Plan& plan,
                                         const jacquard::stack::SlotClock& clock,
                                         const jacquard::stack::Timeline& timeline,
                                         const jacquard::stack::Routes* routes = nullptr);

// When the step ends if messages go as the timeline says.
jacquard::base::Picoseconds step_of(const jacquard::stack::Plan& plan,
                                    const jacquard::stack::SlotClock& clock,
                                    const jacquard::stack::Timeline& timeline);
