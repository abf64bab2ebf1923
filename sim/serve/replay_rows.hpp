// SPDX-License-Identifier: Apache-2.0
// The rows of a replay.
#pragma once

#include "jacquard/report/metric_table.hpp"
#include "jacquard/serve/replay.hpp"

namespace jacquard::serve {

// Mean and largest of the figures' errors, where there are measured ones.
struct ReplaySummary {
  std::int64_t requests = 0;
  std::int64_t steps = 0;
  std::int64_t preemptions = 0;
  std::int64_t most_blocks = 0;
  base::Picoseconds time{0};
  std::optional<double> mean_error;
  std::optional<double> largest_error;
};
ReplaySummary summary(const ReplayAnswer& answer);

const report::MetricTable<ReplayFigure>& replay_figure_metrics();
const report::MetricTable<ReplaySummary>& replay_metrics();

}  // namespace jacquard::serve
