// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/advise/advice.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::advise {

// What a traffic can afford, by whichever scheduler is first.
struct Afforded {
  std::optional<base::Picoseconds> within_5pct;
  std::optional<base::Picoseconds> within_20pct;
};

// A range of guard times.
struct RangeRow {
  Range range;
  base::Picoseconds bound{1};
  Afforded afforded;
};
const report::MetricTable<RangeRow>& range_metrics();

// A scheduler alone.
struct SchedulerRow {
  const Contender* at_zero = nullptr;  // its best without guards
  base::Picoseconds bound{1};
  Afforded afforded;
};
const report::MetricTable<SchedulerRow>& scheduler_metrics();

struct Advice {
  base::Picoseconds bound{1};
  base::Picoseconds longest{1};
  Afforded afforded;
  std::vector<RangeRow> ranges;
  std::vector<SchedulerRow> schedulers;  // who affords the longest guard within 20 % first
};

// `bound` and `longest` above 0; one contender or more, which must outlive the answer.
Advice advice(const std::vector<Contender>& contenders, base::Picoseconds bound,
              base::Picoseconds longest);

// "core, 8 bits, floor 4, top 1", "software, 12 bits, told 10 ns": floor and top_offset of a
// ladder, and the guard time that a scheduler was told.
std::string setting(const Contender& contender);

}  // namespace jacquard::advise
