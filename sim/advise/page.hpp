// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/line_chart.hpp"
#include "sim/advise/rows.hpp"

namespace jacquard::advise {

// Makespan over the bound against guard time: who is first, shaded where; and those who come next.
report::LineChart chart(const Advice& advice, const std::vector<Contender>& contenders);

// "Guard times up to 3.2 us cost at most 5 % over the bound, up to 14 us at most 20 %."
std::string affordable(const Advice& advice);

// What over_bound is over, and what the largest of them says.
std::string words_of_bound(const Advice& advice);

// The page: the answer, the chart, the ranges.
std::string page(const Advice& advice, const std::vector<Contender>& contenders,
                 const std::string& demand, const std::string& command, bool timed);

}  // namespace jacquard::advise
