// SPDX-License-Identifier: Apache-2.0
// What must be so before a stack can be followed at all.
#pragma once

#include "jacquard/stack/check/fault.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::stack::check {

// Ranks that are not at ports of their own, or at ports that have failed.
Faults faults_of_seats(const Stack& stack);

// Puts the entries of the timeline in the order of their slots, and takes out those that name what
// is not there.
Faults make_sound(Stack& stack, const Routes& routes);

}  // namespace jacquard::stack::check
