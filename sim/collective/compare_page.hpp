// SPDX-License-Identifier: Apache-2.0
// A comparison of collectives for people.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/stacked_bars.hpp"
#include "systemc/collective/compare.hpp"

namespace jacquard::run {

// What was compared, and the fastest of the smallest and the largest size.
std::string summary(const Asked& asked, const topology::Network& network,
                    const std::vector<Ranked>& all);

// Of several sizes: bus bandwidth against size, a line for each way that is the fastest of some
// size, at most six, and the bound.
report::LineChart comparison_chart(const Asked& asked, const std::vector<Ranked>& all);
// Of one size: the times of the fastest ten ways, and the bound across them.
report::StackedBars one_size_chart(const Asked& asked, const std::vector<Ranked>& all);

// The page of either, and its picture as a file of its own.
struct ComparisonPage {
  std::string html;
  std::string svg;
};
ComparisonPage comparison_page(const Asked& asked, const std::vector<Ranked>& all,
                               const std::string& about, const std::string& command);

}  // namespace jacquard::run
