// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/plan/strategy_row.hpp"

namespace jacquard::planner {

// Which of the rows tables show: the first `top` (0: all), each strategy in its first words.
std::vector<bool> shown(const std::vector<StrategyRow>& rows, int top);

}  // namespace jacquard::planner
