// SPDX-License-Identifier: Apache-2.0
// A comparison of collectives for people.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "sim/collective/compare.hpp"

namespace jacquard::run {

// What was compared, and the fastest of the smallest and the largest size.
std::string summary(const Asked& asked, const topology::Network& network,
                    const std::vector<Ranked>& all);

// Bus bandwidth against size: a line for each way that is the fastest of some size, at most six,
// and the bound. Shades name the fastest.
report::LineChart comparison_chart(const Asked& asked, const std::vector<Ranked>& all);

std::string comparison_page(const report::LineChart& chart, const std::string& about,
                            const std::string& command, const std::vector<Ranked>& all);

}  // namespace jacquard::run
