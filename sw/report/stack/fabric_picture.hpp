// SPDX-License-Identifier: Apache-2.0
// Two tiers of switches, and which of their links one slot sets.
#pragma once

#include <string>

#include "jacquard/report/stack/loom.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::report {

// The first slot of `window` in which the most circuits go through spines.
std::int64_t busiest_above(const stack::Stack& stack, const stack::Routes& routes,
                           SlotWindow window);

// HTML: leaves and spines as bars that show what their ports do in `slot` of channel 0, the
// circuits of one leaf, and all uplinks as a bitmap. "" for one crossbar.
std::string fabric_picture(const stack::Stack& stack, const stack::Routes& routes,
                           std::int64_t slot);

}  // namespace jacquard::report
