// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/engine/event/plan.hpp"

namespace jacquard::engine {

// Nothing happens any more, and phases are left: throws the ConfigError that names who waits for
// whom. The order of phases and of rounds excludes it (docs/engines.md); this is what is seen if it
// does not.
[[noreturn]] void throw_stuck(const Plan& plan);

}  // namespace jacquard::engine
