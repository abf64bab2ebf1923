// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "papers/fig6/fig6.hpp"

namespace jacquard::studies::fig6 {

// Each circuit accounting and each packet fabric, with its completions, ascending.
struct FabricTimes {
  std::string fabric;
  std::vector<base::Picoseconds> times;
};
std::vector<FabricTimes> fabric_times(const Results& results);

// What the study shows, by row_kind: `demand` (what the matrices are), `fabric` (completion of
// each), `finalist` (what the tuner found), `sensitivity` (what the advantage is made of).
std::vector<report::Printed> rows_of(const Results& results, const std::vector<FabricTimes>& times);
std::vector<report::RowKind> row_kinds();

// Means over the matrices that figures are of.
struct DemandFacts {
  double total_bytes = 0;
  double hottest_share = 0;  // of all bytes, what the busiest destination gets
  double ideal_ms = 0;       // largest line sum at link rate
};
DemandFacts facts_of(const Options& options, bool diagonal);

double milliseconds(base::Picoseconds time);
double mean_ms(const std::vector<base::Picoseconds>& times);

}  // namespace jacquard::studies::fig6
