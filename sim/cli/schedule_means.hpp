// SPDX-License-Identifier: Apache-2.0
// Schedulers over many matrices: means, how sure they are, and differences matrix by matrix.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/schedule/summary.hpp"

namespace jacquard::cli {

// A scheduler's figures of each matrix, by the matrix's number.
struct OfScheduler {
  std::string name;
  std::map<int, schedule::Summary> matrices;
};

struct ScheduleMean {
  std::string scheduler;
  std::int64_t matrices = 0;
  double makespan_ps = 0, makespan_within_ps = 0;
  double over_bound = 0, over_bound_within = 0;
  std::string paired_with;               // who has the least mean makespan
  double longer = 0, longer_within = 0;  // of makespan / theirs - 1, of the matrices that both did
};
const report::MetricTable<ScheduleMean>& schedule_mean_metrics();

// A row for each scheduler that did two matrices or more, in their order.
std::vector<ScheduleMean> schedule_means(const std::vector<OfScheduler>& all);

}  // namespace jacquard::cli
