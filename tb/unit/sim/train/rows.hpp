// SPDX-License-Identifier: Apache-2.0
// Rows of steps, for tests.
#pragma once

#include <utility>
#include <vector>

#include "jacquard/report/result.hpp"
#include "sim/train/step_report.hpp"
#include "unit/systemc/train/jobs.hpp"

namespace jacquard::tb {

// The rows that `jacquard train` prints.
inline std::vector<report::Row> rows_of(const train::TrainConfig& config) {
  const train::Step step = prepared(config);
  report::Result result("train", 1, {});
  for (report::Printed& row : train::train_rows(step, train::run_step(step))) {
    result.add(std::move(row));
  }
  return result.rows();
}

inline std::vector<report::Row> of_kind(const std::vector<report::Row>& rows, const char* kind) {
  std::vector<report::Row> found;
  for (const report::Row& row : rows) {
    if (row["row_kind"] == kind) found.push_back(row);
  }
  return found;
}

}  // namespace jacquard::tb
