// SPDX-License-Identifier: Apache-2.0
// We against the papers: for each number they print, ours and a verdict.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "papers/published/numbers.hpp"

namespace jacquard::report {

struct Answer {
  config::Json ours;  // null where a wall clock would have to be read, under no_timing
  std::string verdict;
  std::string remark;
  // Of a measurement on this machine: what is compared is the ratio of two of them.
  std::optional<double> wall_ms = std::nullopt;
  std::optional<double> wall_ratio = std::nullopt;
  std::optional<double> paper_ratio = std::nullopt;
  // Relative; where the list of numbers does not show how many digits the paper prints.
  std::optional<double> tolerance = std::nullopt;
  // Where `ours` is by a paper's rules: the same quantity by our physics. Null: it cannot run.
  std::optional<config::Json> physical = std::nullopt;
};

struct Question;

// The answer to ids that equal `id` or go on with a key: "id/key".
struct ReproEntry {
  std::string id;
  std::function<Answer(const Question&)> answer;
};

struct ReproOptions {
  bool no_timing = false;           // read no wall clock
  std::vector<ReproEntry> further;  // what needs more than this library: external tools, RTL
};

struct Question {
  const PublishedNumber& number;
  const Published& published;
  const ReproOptions& options;
};

// Computes or measures; nothing for an id that this version does not cover.
std::optional<Answer> answer(const Question& question);
bool is_covered(const std::string& id, const ReproOptions& options);

// What `jacquard repro` says of a number.
struct ReproRow {
  const PublishedNumber& number;
  std::optional<Answer> given;
};
const MetricTable<ReproRow>& repro_metrics();

// What `jacquard repro --list` does.
struct ReproListed {
  std::string id;
  bool covered;
};
const MetricTable<ReproListed>& repro_list_metrics();

// How far from the paper's number ours may lie, relative: the entry's tolerance, or half a unit in
// the last printed place where arithmetic must agree exactly; nothing for bounds, shapes, machines.
std::optional<double> tolerance_of(const PublishedNumber& number);
// "match" or "differs" by the entry's comparison. Requires a number on both sides.
std::string compared(const PublishedNumber& number, double ours);

}  // namespace jacquard::report
