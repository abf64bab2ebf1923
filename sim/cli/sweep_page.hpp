// SPDX-License-Identifier: Apache-2.0
// The picture of a sweep.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/result.hpp"
#include "sim/tool/swept.hpp"

namespace jacquard::cli {

// The rows' main figure against the last swept key: the first time in picoseconds that most rows
// have, else their first number. A line for each name in the rows' first text, and for each value
// of the other swept keys.
report::LineChart sweep_chart(const std::vector<report::Row>& rows,
                              const std::vector<tool::Swept>& swept);

// The chart above the rows' table.
std::string sweep_page(const report::Result& result, const report::LineChart& chart,
                       const std::string& command);

}  // namespace jacquard::cli
