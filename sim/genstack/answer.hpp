// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/genstack/genstack_config.hpp"
#include "sim/genstack/make_stack.hpp"

namespace jacquard::genstack {

// How long the step takes on which ports; of a job also why train's step takes another time.
std::string answer_of(const GenstackConfig& config, const MadeStack& made);

}  // namespace jacquard::genstack
