// SPDX-License-Identifier: Apache-2.0
// The rows of `jacquard serve` on batches: one for each case, and ratios of them.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "systemc/serve/batch_row.hpp"

namespace jacquard::serve {

// A case of a sweep that cannot be.
struct RefusedCase {
  std::string model;
  std::string system;
  int input = 0;
  int output = 0;
  std::string batch;
  std::string refused;
};

// The second of two systems over the first, with all else equal.
struct RatioRow {
  std::string model;
  std::string over;
  std::string system;
  BatchRow first;
  BatchRow second;
};

const report::MetricTable<BatchRow>& batch_metrics();
const report::MetricTable<RefusedCase>& refused_case_metrics();
const report::MetricTable<RatioRow>& ratio_metrics();

std::vector<report::RowKind> batch_row_kinds();

}  // namespace jacquard::serve
