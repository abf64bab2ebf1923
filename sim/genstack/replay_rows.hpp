// SPDX-License-Identifier: Apache-2.0
// The rows of `jacquard simulate --stack`.
#pragma once

#include <string>

#include "jacquard/report/metric_table.hpp"
#include "systemc/stack/replay.hpp"

namespace jacquard::genstack {

struct ReplayRow {
  std::string source;  // of the plan
  const stack::Stack* stack = nullptr;
  const systemc::ReplayOutcome* outcome = nullptr;
  double wall_s = 0;
};

const report::MetricTable<ReplayRow>& replay_metrics();
// A message whose slot came before its data.
const report::MetricTable<systemc::LateMessage>& late_metrics();

}  // namespace jacquard::genstack
