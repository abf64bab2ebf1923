// SPDX-License-Identifier: Apache-2.0
// From one command to another, one option after the other, each run: which option changed the
// answer.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "sim/cli/result_file.hpp"

namespace jacquard::cli {

struct RunBetween {
  std::string changed;  // "--guard '1 us'"; "" for the first command itself
  std::string figure;   // key of the verb's headline
  double value = 0;     // of the row where it is least
  double before = 0;    // of the run before
};

// The runs, in the order in which the second command has its options; what depends on the order is
// shared out in it. Throws ConfigError where a result does not say its command or has no headline.
std::vector<RunBetween> runs_between(const ResultFile& a, const ResultFile& b);

const report::MetricTable<RunBetween>& run_between_metrics();

}  // namespace jacquard::cli
