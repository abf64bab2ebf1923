// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "systemc/train/genstack/genstack_config.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::genstack {

// How long the step takes on which ports; of a job also why train's step takes another time.
std::string answer_of(const GenstackConfig& config, const MadeStack& made);

}  // namespace jacquard::genstack
