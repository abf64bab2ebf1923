// SPDX-License-Identifier: Apache-2.0
// Two results of one verb: what differs in the configuration, in the answer, and in its parts.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::explain {

// A key of the configuration, or of the head of a result, that is not the same in both.
struct ChangedSetting {
  std::string key;       // "job.parallel.tp"
  config::Json was, is;  // null where a result has none
};

// A part of a time; the parts of one time add up to it in both results.
struct ChangedPart {
  std::string of;    // whose time: "step", the fabric or scheduler; its point of a sweep first
  std::string part;  // "data", "compute: ffn_up"
  double was = 0;    // picoseconds
  double is = 0;
};

// A figure of a row that both have.
struct ChangedFigure {
  std::string row;  // what the row is of: "load 0.5", ""
  std::string key;
  double was = 0;
  double is = 0;
};

struct Comparison {
  std::vector<ChangedSetting> settings;
  std::vector<ChangedPart> parts;      // by time, the largest difference first
  std::vector<ChangedFigure> figures;  // the largest ratio first
  std::int64_t equal_figures = 0;      // that did not change
  std::int64_t matched_rows = 0;       // that both have
  std::int64_t unmatched_rows = 0;     // that only one of both has
};

// Rows are matched by their kind and their words, and where these are not unique by their order;
// those of a sweep only at the same point.
// Throws ConfigError naming `a_name` or `b_name` for what is no result, or for results of two
// verbs.
Comparison compare(const config::Json& a, const std::string& a_name, const config::Json& b,
                   const std::string& b_name);

const report::MetricTable<ChangedSetting>& changed_setting_metrics();
const report::MetricTable<ChangedPart>& changed_part_metrics();
const report::MetricTable<ChangedFigure>& changed_figure_metrics();

}  // namespace jacquard::explain
