// SPDX-License-Identifier: Apache-2.0
// What a search prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/search/analysis/difference.hpp"
#include "jacquard/search/analysis/importance.hpp"
#include "sim/search/session.hpp"

namespace jacquard::searching {

struct SummaryRow {
  const Session* session = nullptr;
  const search::Found* found = nullptr;
  std::optional<double> wall_s;  // none: of a store, which does not know it
  bool certified = false;        // all feasible points were evaluated, or bounded
};
const report::MetricTable<SummaryRow>& summary_metrics();

// The commonest reason of invalid evaluations; none where all are valid.
std::optional<std::string> why_invalid(const SummaryRow& row);

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
const report::MetricTable<DesignRow>& front_metrics();  // of several rewards
const report::MetricTable<search::Difference>& difference_metrics();
const report::MetricTable<search::Importance>& importance_metrics();

// The space's base as rank 0; nothing where it has none.
std::optional<DesignRow> base_design(const Session& session);
// The best `count` distinct designs, best first.
std::vector<DesignRow> best_designs(const Session& session, const search::Found& found, int count);
// Those that no other is better than in all rewards, by the first reward.
std::vector<DesignRow> front_designs(const Session& session, const search::Found& found);
// Of the distinct valid points.
std::vector<search::Importance> importance_of(const Session& session, const search::Found& found);

// A metric by name; none where the environment has no such one or the point was not evaluated.
std::optional<double> metric_of(const Session& session, const search::Measured& measured,
                                const std::string& name);

// The same as a row has it.
std::optional<report::Row> figure_of(const Session& session, const search::Measured& measured,
                                     const std::string& name);
// A whole number where a double holds it exactly.
report::Row count_of(double count);

}  // namespace jacquard::searching
