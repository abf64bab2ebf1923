// SPDX-License-Identifier: Apache-2.0
// The rows of `jacquard genstack check`.
#pragma once

#include <string>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/stack/check/check.hpp"

namespace jacquard::genstack {

struct CheckRow {
  stack::check::Verdict verdict;
  std::string covered;  // "all", "slots", "actor"
  std::int64_t step_ps = 0;
  double wall_s = 0;
  std::int64_t peak_bytes = 0;
};

const report::MetricTable<CheckRow>& check_metrics();
const report::MetricTable<stack::check::Fault>& fault_metrics();

}  // namespace jacquard::genstack
