// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/schedule/summary.hpp"

namespace jacquard::report {

// What is said of a schedule by `jacquard schedule` and `demo`.
struct ScheduleRow {
  std::string scheduler;
  schedule::Summary figures;
  // The time the scheduler took on this machine; none where nothing was decided (a checked file).
  std::optional<std::int64_t> decision_wall_ns = std::nullopt;
  std::optional<int> index = std::nullopt;          // which matrix of a sequence, where all are run
  std::optional<std::string> fault = std::nullopt;  // of a checked file
  std::optional<std::string> row_kind = std::nullopt;  // where there are rows of other kinds too
};

const MetricTable<ScheduleRow>& schedule_metrics();

}  // namespace jacquard::report
