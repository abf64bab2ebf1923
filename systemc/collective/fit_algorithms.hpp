// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "systemc/collective/collective_config.hpp"

namespace jacquard::run {

// The algorithms of a system, which mostly are those of its all-reduce, with another in each
// dimension where one cannot do the collective: direct, or a ring where direct cannot either; and
// direct where systems::sends_straight.
std::string fitting_algorithms(const CollectiveConfig& config, const topology::System& system,
                               const topology::Network& network);

}  // namespace jacquard::run
