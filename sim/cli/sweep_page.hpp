// SPDX-License-Identifier: Apache-2.0
// The picture of a sweep.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/result.hpp"
#include "jacquard/tool/swept.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {

struct SweptRow {
  std::vector<std::string> values;  // one for each swept key
  report::Row row;
};

// The first headline of `command` that a row has, against the last swept key. Its axis says what it
// is where `help`, of its option, begins with that. A line for each value of the other swept keys,
// and of the headline's keys that differ. Values of the last key that are no quantities stand side
// by side, not joined; long ones in the legend. Nothing where no row has a headline.
std::optional<report::LineChart> sweep_chart(const std::vector<SweptRow>& rows,
                                             const std::vector<tool::Swept>& swept,
                                             const Command& command, const std::string& help);

// With --out, DIR/sweep.svg and DIR/sweep.html: the chart above the table of `result`, or the table
// alone.
void write_sweep(const report::Result& result, const std::optional<report::LineChart>& chart,
                 const Common& common);

}  // namespace jacquard::cli
