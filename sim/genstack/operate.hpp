// SPDX-License-Identifier: Apache-2.0
// What a long run loses under each policy, over many runs.
#pragma once

#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/stack/operations.hpp"

namespace jacquard::genstack {

struct OperateRow {
  const char* policy = "";
  int runs = 0;
  stack::Outcome mean;
  double effective = 0;  // of a run's time; the mean, and the worst and best of 20 runs
  double low = 0;
  double high = 0;
  double checkpoint_interval_s = 0;
  double of_all_npus = 0;  // effective, of spares' time too
};

// A row for each policy. Throws ConfigError at `place` for runs of too many interruptions.
std::vector<OperateRow> operate(const stack::Operations& operations, int runs, std::uint64_t seed,
                                const config::Place& place);

const report::MetricTable<OperateRow>& operate_metrics();

}  // namespace jacquard::genstack
