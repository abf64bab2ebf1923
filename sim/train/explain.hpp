// SPDX-License-Identifier: Apache-2.0
// Why a step takes as long as it does, read from the result of `jacquard train`.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::train {

// The step in one line of shares.
struct Summary {
  std::string model;
  std::string parallel;
  std::int64_t npus = 0;
  double time_ps = 0;
  double compute = 0;  // shares of the time
  double exposed = 0;
  double bubble = 0;
  double mfu = 0;
  double memory = 0;  // bytes of the fullest NPU
};

struct Finding {
  std::string about;    // "pipeline", "tp", "stage 15", "ffn_up", "memory"
  double share = 0;     // of the step's time
  std::string finding;  // one sentence
  std::string remedy;   // what would have to change
};

struct Explanation {
  Summary summary;
  std::vector<Finding> findings;  // the largest share first
};

// Reads what `jacquard train --json` printed. Throws ConfigError naming the file and the pointer
// for anything else.
Explanation explain(const std::string& file);
// Of that result; `source` names it in errors.
Explanation explain(const config::Json& result, const std::string& source);

const report::MetricTable<Summary>& summary_metrics();
const report::MetricTable<Finding>& finding_metrics();

}  // namespace jacquard::train
