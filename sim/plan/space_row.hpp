// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/plan/layers/ranking.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::planner {

// One of a whole design space: how many strategies, and the proof that these are all.
const report::MetricTable<Ranking>& space_metrics();

}  // namespace jacquard::planner
