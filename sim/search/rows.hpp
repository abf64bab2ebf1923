// SPDX-License-Identifier: Apache-2.0
// What a search prints.
#pragma once

#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "sim/search/session.hpp"

namespace jacquard::searching {

struct SummaryRow {
  const Session* session = nullptr;
  const search::Found* found = nullptr;
  double wall_s = 0;
  bool certified = false;  // all feasible points were evaluated, or bounded
};
const report::MetricTable<SummaryRow>& summary_metrics();

// A point among others: the base is rank 0.
struct DesignRow {
  int rank = 0;
  std::int64_t step = -1;  // -1: not of the search
  search::Point point;
  search::Measured measured;
  search::Score score;
  const Session* session = nullptr;
};
const report::MetricTable<DesignRow>& design_metrics();

// The base, and the best `count` distinct designs.
std::vector<DesignRow> best_designs(const Session& session, const search::Found& found, int count);

std::vector<report::RowKind> search_row_kinds();

}  // namespace jacquard::searching
