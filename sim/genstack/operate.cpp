// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/operate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/statistics.hpp"

namespace jacquard::genstack {
namespace {

using report::Metric;
using report::MetricTable;
using report::Unit;
using stack::Outcome;
using stack::Policy;

constexpr double kMostEvents = 3e9;

Outcome mean_of(const std::vector<Outcome>& outcomes) {
  const auto mean = [&](double Outcome::*part) {
    return base::mean(outcomes, [part](const Outcome& o) { return o.*part; });
  };
  return {mean(&Outcome::useful),      mean(&Outcome::rework),   mean(&Outcome::degraded),
          mean(&Outcome::checkpoints), mean(&Outcome::recovery), mean(&Outcome::interruptions)};
}

}  // namespace

std::vector<OperateRow> operate(const stack::Operations& operations, int runs, std::uint64_t seed,
                                const config::Place& place) {
  require_consistent(operations, place);
  const double events = stack::expected_interruptions(operations) * runs;
  if (events > kMostEvents) {
    (place / "interruptions")
        .fail(fmt::format("at most {:.0e} in all runs", kMostEvents), fmt::format("{:.3g}", events),
              "fewer --runs");
  }
  std::vector<OperateRow> rows;
  for (const auto& [name, policy] :
       {std::pair{"restart", Policy::restart}, std::pair{"spare", Policy::spare},
        std::pair{"around", Policy::around}}) {
    std::vector<Outcome> outcomes;
    std::vector<double> effective;
    for (int run = 0; run < runs; ++run) {
      outcomes.push_back(operated(operations, policy, seed, static_cast<std::uint64_t>(run)));
      effective.push_back(outcomes.back().useful / outcomes.back().all());
    }
    std::sort(effective.begin(), effective.end());
    OperateRow row;
    row.policy = name;
    row.runs = runs;
    row.mean = mean_of(outcomes);
    row.effective = row.mean.useful / row.mean.all();
    row.low = base::percentile(effective, 0.05);
    row.high = base::percentile(effective, 0.95);
    row.checkpoint_interval_s = checkpoint_interval(operations).count();
    const double standing_by = policy == Policy::spare ? operations.spares : 0;
    row.of_all_npus = row.effective * operations.npus / (operations.npus + standing_by);
    rows.push_back(row);
  }
  return rows;
}

const MetricTable<OperateRow>& operate_metrics() {
  using R = OperateRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "operate", "What a long run loses under a policy.",
      {M("policy", Unit::text, &R::policy, "restart, spare or around.", "policy"),
       M("runs", Unit::count, &R::runs, "Simulated."),
       M(
           "interruptions", Unit::any, [](const R& r) { return r.mean.interruptions; },
           "Of the job in a run, mean.", "interruptions"),
       M("effective_ratio", Unit::ratio, &R::effective,
         "Work done and kept, over that of a run without interruptions and checkpoints; mean.",
         "effective"),
       M("effective_p5_ratio", Unit::ratio, &R::low, "Exceeded by 95 % of runs.", "5 %"),
       M("effective_p95_ratio", Unit::ratio, &R::high, "Exceeded by 5 % of runs.", "95 %"),
       M(
           "lost_ratio", Unit::ratio, [](const R& r) { return 1 - r.effective; },
           "The rest, which the following times are.", "lost"),
       M(
           "recovery_s", Unit::s, [](const R& r) { return r.mean.recovery; },
           "Detection, re-planning, restart or restore.", "recovery"),
       M(
           "rework_s", Unit::s, [](const R& r) { return r.mean.rework; },
           "Done since the last checkpoint, and lost.", "rework"),
       M(
           "checkpoints_s", Unit::s, [](const R& r) { return r.mean.checkpoints; }, "Pauses.",
           "checkpoints"),
       M(
           "degraded_s", Unit::s, [](const R& r) { return r.mean.degraded; },
           "What left-out replicas and longer steps cost.", "degraded"),
       M("checkpoint_interval_s", Unit::s, &R::checkpoint_interval_s, "Of computing."),
       M("effective_of_all_npus_ratio", Unit::ratio, &R::of_all_npus,
         "Effective, over the time of all NPUs, those that stand by included.", "of all NPUs")});
  return table;
}

}  // namespace jacquard::genstack
