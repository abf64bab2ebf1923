// SPDX-License-Identifier: Apache-2.0
// What more of each resource of a cluster is worth to a model.
#pragma once

#include <string>
#include <vector>

#include "jacquard/plan/layers/ranking.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::planner {

// More of one resource of every device, the others as they are.
struct ResourceRow {
  std::string resource;  // "port_bandwidth", "all"
  double factor = 1;
  std::string strategy;  // the best one then
  base::Picoseconds time{0};
  double gain = 0;        // in throughput, over the best strategy without it
  double elasticity = 0;  // of that strategy: d ln throughput / d ln resource
};

// What they say together.
struct LimitRow {
  std::string limit;     // the resource of the largest elasticity
  std::string buy_next;  // the resource that gains most when doubled
  std::string finding;   // both in words
};

struct Sensitivity {
  std::vector<ResourceRow> rows;
  LimitRow limit;
};

// Each resource twice and ten times (MAD-Max Fig. 14), with the best strategy chosen anew, and the
// derivative of `best` by a central difference of 0.1 %.
Sensitivity sensitivity_of(const plan::Request& request, const Outcome& best, const Terms& terms);

const report::MetricTable<ResourceRow>& resource_metrics();
const report::MetricTable<LimitRow>& limit_metrics();

}  // namespace jacquard::planner
