// SPDX-License-Identifier: Apache-2.0
// The fewest nodes whose best strategy meets a deadline, or fits at all.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/plan/strategy_row.hpp"

namespace jacquard::planner {

// A count of nodes that was tried.
struct Tried {
  int nodes = 0;
  StrategyRow best;  // without figures if no strategy may be chosen
  bool meets = false;
  std::string why_not;
};

struct Fewest {
  std::vector<Tried> tried;  // ascending; the last one meets, if any does
  bool found() const { return !tried.empty() && tried.back().meets; }
};

// Tries every count of nodes from 1 on, as more nodes need not be faster. `told` hears of counts.
// Throws ConfigError where there is neither a deadline nor a memory limit, and where the deadline's
// training has no size.
Fewest fewest_nodes(const PlanConfig& config, const plan::Request& request, const Terms& terms,
                    const std::function<void(int nodes)>& told);

const report::MetricTable<Tried>& tried_metrics();

}  // namespace jacquard::planner
