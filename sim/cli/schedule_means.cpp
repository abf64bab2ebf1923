// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/schedule_means.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/student_t.hpp"

namespace jacquard::cli {
namespace {

double picoseconds(const schedule::Summary& s) { return static_cast<double>(s.makespan.count()); }

double over_bound(const schedule::Summary& s) {
  return s.lower_bound > base::Picoseconds{0} ? s.makespan / s.lower_bound : 1;
}

base::MeanWithin mean_of(const OfScheduler& one, double (*figure)(const schedule::Summary&)) {
  std::vector<double> values;
  for (const auto& [index, summary] : one.matrices) values.push_back(figure(summary));
  return base::mean_within(values);
}

}  // namespace

const report::MetricTable<ScheduleMean>& schedule_mean_metrics() {
  using R = ScheduleMean;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "mean", "--index all: a scheduler over all matrices, with 95 % confidence intervals.",
      {
          M("scheduler", Unit::text, &R::scheduler, "Which.", "scheduler"),
          M("matrices", Unit::count, &R::matrices, "Matrices that it scheduled.", "matrices"),
          M("makespan_mean_ps", Unit::ps, &R::makespan_ps, "Mean of slots and guards.", "makespan"),
          M("makespan_within_ps", Unit::ps, &R::makespan_within_ps,
            "Half the width of its confidence interval, by Student's t.", "+-"),
          M("over_bound_mean", Unit::ratio, &R::over_bound, "Mean of makespan / lower bound.",
            "over_bound"),
          M("over_bound_within", Unit::ratio, &R::over_bound_within, "Likewise.", "+- "),
          M("paired_with", Unit::text, &R::paired_with, "Who has the least mean makespan."),
          M("longer_mean", Unit::ratio, &R::longer,
            "Mean of makespan / theirs - 1, matrix by matrix.", "longer_by"),
          M("longer_within", Unit::ratio, &R::longer_within,
            "Half the width of its confidence interval: beyond it the two differ.", "+-  "),
      });
  return table;
}

std::vector<ScheduleMean> schedule_means(const std::vector<OfScheduler>& all) {
  std::vector<ScheduleMean> rows;
  const OfScheduler* best = nullptr;
  double least = 0;
  for (const OfScheduler& one : all) {
    if (one.matrices.size() < 2) continue;
    const auto makespan = mean_of(one, picoseconds), bound = mean_of(one, over_bound);
    rows.push_back({one.name, static_cast<std::int64_t>(one.matrices.size()), makespan.mean,
                    makespan.half_width, bound.mean, bound.half_width, "", 0, 0});
    if (best == nullptr || makespan.mean < least) {
      best = &one;
      least = makespan.mean;
    }
  }
  for (ScheduleMean& row : rows) {
    const auto own = std::find_if(
        all.begin(), all.end(), [&](const OfScheduler& one) { return one.name == row.scheduler; });
    std::vector<double> longer;
    for (const auto& [index, summary] : own->matrices) {
      const auto theirs = best->matrices.find(index);
      if (theirs == best->matrices.end() || picoseconds(theirs->second) <= 0) continue;
      longer.push_back(picoseconds(summary) / picoseconds(theirs->second) - 1);
    }
    row.paired_with = best->name;
    if (longer.size() < 2) continue;
    const base::MeanWithin found = base::mean_within(longer);
    row.longer = found.mean;
    row.longer_within = found.half_width;
  }
  return rows;
}

}  // namespace jacquard::cli
