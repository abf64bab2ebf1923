// SPDX-License-Identifier: Apache-2.0
// What a plan comes to, in a sentence or two for people.
#pragma once

#include <string>
#include <vector>

#include "jacquard/plan/layers/plan_config.hpp"
#include "sim/plan/fewest.hpp"
#include "sim/plan/strategy_row.hpp"

namespace jacquard::planner {

// Of all strategies, of which tables show `top`.
std::string words_of_ranking(const std::vector<StrategyRow>& rows, const Ranking& ranking, int top);
std::string words_of_given(const StrategyRow& row, const Ranking& ranking);
std::string words_of_front(const std::vector<StrategyRow>& front, std::size_t strategies,
                           const std::string& axes);
std::string words_of_fewest(const Fewest& fewest, const PlanConfig& config);

}  // namespace jacquard::planner
