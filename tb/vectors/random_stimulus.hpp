// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::tb {

// Drives every input of a core at random for `clocks` clocks: loads, starts, back-pressure, aborts
// and resets in any order and in any state, each spell of clocks with its own odds, and demands of
// its own density and width. What the core is in is not looked at.
void drive_at_random(schedule::Core& core, base::Rng rng, std::int64_t clocks);

}  // namespace jacquard::tb
