// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "systemc/collective/run_collective.hpp"

namespace jacquard::run {

// How long it takes, in which way, and what no algorithm is faster than.
std::string words_of_run(const CollectiveConfig& config, const topology::Network& network,
                         const Work& work, const engine::Result& result);

}  // namespace jacquard::run
