// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "papers/fig6/rows.hpp"

namespace jacquard::studies::fig6 {

// Chronos Fig. 6: the share of all-to-alls that are done by a time. The circuit switch by each
// accounting, the tuned packet switch, and those that need no tuning.
report::LineChart figure(const std::vector<FabricTimes>& times);

// The figure with what to look for, as a page.
std::string page(const std::vector<FabricTimes>& times, const std::string& command);

}  // namespace jacquard::studies::fig6
