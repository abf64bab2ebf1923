// SPDX-License-Identifier: Apache-2.0
// The rows of `jacquard genstack repair`.
#pragma once

#include "jacquard/report/metric_table.hpp"
#include "jacquard/stack/repair.hpp"

namespace jacquard::genstack {

struct RepairRow {
  std::string policy;
  int failed_ports = 0;
  int failed_links = 0;
  const stack::Stack* healthy = nullptr;
  const stack::Repaired* repaired = nullptr;
  double replan_wall_s = 0;
};

const report::MetricTable<RepairRow>& repair_metrics();

struct MoveRow {
  stack::Move move;
  int leaf_ports = 0;
};
const report::MetricTable<MoveRow>& move_metrics();

}  // namespace jacquard::genstack
