// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/result.hpp"
#include "sim/experiment/run_case.hpp"

namespace jacquard::experiment {

// All runs of one source of traffic through one case, in the order of items and, for each item, of
// seeds.
struct CaseRuns {
  const Case* of = nullptr;
  std::string source;
  std::vector<RunFigures> runs;
  int seeds = 1;
};

// The row of `jacquard simulate`: one per case and source. `swept`: key of the sweep, "" for none.
report::Row row_of(const CaseRuns& runs, const std::string& swept);
// The same for people: fewer figures, in readable units.
report::Row brief_row_of(const CaseRuns& runs, const std::string& swept);

// The smallest value that at least `share` of `sorted` do not exceed (nearest rank); 0 of none.
base::Picoseconds percentile(const std::vector<base::Picoseconds>& sorted, double share);

}  // namespace jacquard::experiment
