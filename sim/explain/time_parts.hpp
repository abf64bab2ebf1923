// SPDX-License-Identifier: Apache-2.0
// Where the time of a fabric or of a schedule went, read from a result of jacquard.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/stacked_bars.hpp"
#include "sim/train/explain.hpp"

namespace jacquard::explain {

// All in picoseconds; the parts add up to the time.
struct TimeParts {
  std::string name;  // the fabric or the scheduler, and its traffic and point
  double time = 0;
  double data = 0;      // what the busiest port's bytes alone take at the link rate
  double decision = 0;  // before anything is sent
  double guard = 0;     // while the crossbar changes
  double other =
      0;  // headers, acknowledgements, slots that the busiest port does not fill, waiting
};

// The command that printed the result: "train", "simulate", ... `source` names it in errors. Throws
// ConfigError for what is no result of jacquard.
std::string command_of(const config::Json& result, const std::string& source);

// Of what jacquard simulate (fabrics) or schedule printed as --json. Throws ConfigError naming the
// source and the pointer for anything else.
std::vector<TimeParts> time_parts(const config::Json& result, const std::string& source);

const report::MetricTable<TimeParts>& time_part_metrics();

// What costs most in the run that takes longest beside its data, the largest first.
std::vector<train::Finding> findings(const std::vector<TimeParts>& runs);

// A bar for each run, all of the time of the longest.
report::StackedBars picture(const std::vector<TimeParts>& runs);

}  // namespace jacquard::explain
