// SPDX-License-Identifier: Apache-2.0
#include "sim/advise/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/report/html/text.hpp"

namespace jacquard::advise {
namespace {

using base::Picoseconds;
using report::Unit;

Afforded afforded(const std::vector<const Contender*>& by, Picoseconds bound, Picoseconds longest) {
  const auto most = [&](std::int64_t percent) {
    return base::plus(bound, Picoseconds{base::times(bound, percent).count() / 100});
  };
  return {largest_guard(by, most(5), longest), largest_guard(by, most(20), longest)};
}

const char* decided_by(const Contender& c) { return c.by_core ? "core" : "software"; }

double decision_ns(const Contender& c) { return static_cast<double>(c.decision().count()) * 1e-3; }

// Means of counts are shown as counts.
report::Row rounded(const report::Row& mean) { return std::llround(mean.get<double>()); }

template <class R>
report::Metric<R> afforded_metric(const char* key, std::optional<Picoseconds> Afforded::*member,
                                  const char* doc, const char* heading = "") {
  return report::Metric<R>(
             key, Unit::ps, [member](const R& r) { return r.afforded.*member; }, doc, heading)
      .or_null();
}

}  // namespace

std::string setting(const Contender& c) {
  std::string text = fmt::format("{}, {} bits", decided_by(c), c.bits);
  if (c.chosen) {
    text += fmt::format(", floor {}, top {}", c.chosen->floor, c.chosen->top_offset);
  }
  if (c.told > Picoseconds{0}) text += ", told " + report::time_text(c.told);
  return text;
}

const report::MetricTable<RangeRow>& range_metrics() {
  using R = RangeRow;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "range", "Guard times at which one scheduler is done first, decision included.",
      {
          M(
              "guard_from_ps", Unit::ps, [](const R& r) { return r.range.from; },
              "The shortest of them.", "guard_from"),
          M(
              "guard_to_ps", Unit::ps, [](const R& r) { return r.range.to; },
              "The longest of them.", "guard_to"),
          M(
              "scheduler", Unit::text, [](const R& r) { return r.range.last->scheduler; },
              "Who is done first.", "scheduler"),
          M(
              "decided_by", Unit::text, [](const R& r) { return decided_by(*r.range.last); },
              "core (its clocks count) or software (what this machine took counts)."),
          M(
              "setting", Unit::text, [](const R& r) { return setting(*r.range.last); },
              "Width of its counters and its options, at the longest guard.", "setting"),
          M(
              "permutations", Unit::count, [](const R& r) { return r.range.last->permutations(); },
              "Settings of the switch, at the longest guard; a mean over matrices.", "permutations")
              .as(rounded),
          M(
              "makespan_over_bound_from", Unit::ratio,
              [](const R& r) { return r.range.first->time(r.range.from) / r.bound; },
              "Decision, slots and guards / bound, at the shortest guard."),
          M(
              "makespan_over_bound", Unit::ratio,
              [](const R& r) { return r.range.last->time(r.range.to) / r.bound; },
              "The same at the longest guard: the most of the range.", "over_bound"),
          M(
              "decision_wall_ns", Unit::ns, [](const R& r) { return decision_ns(*r.range.last); },
              "What deciding takes; a mean over matrices."),
          M(
              "bound_ps", Unit::ps, [](const R& r) { return r.bound; },
              "The largest line of each matrix at the link's rate, added up: no guard, no "
              "decision."),
          afforded_metric<R>("largest_guard_5pct_ps", &Afforded::within_5pct,
                             "The largest guard at which someone is done within 5 % of the bound, "
                             "in every row; null if even none costs more."),
          afforded_metric<R>("largest_guard_20pct_ps", &Afforded::within_20pct,
                             "The same for 20 %."),
      });
  return table;
}

const report::MetricTable<SchedulerRow>& scheduler_metrics() {
  using R = SchedulerRow;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "scheduler", "A scheduler alone: what guard time it affords.",
      {
          M(
              "scheduler", Unit::text, [](const R& r) { return r.at_zero->scheduler; }, "Which.",
              "scheduler"),
          M(
              "decided_by", Unit::text, [](const R& r) { return decided_by(*r.at_zero); },
              "core or software.", "decided_by"),
          M(
              "makespan_over_bound", Unit::ratio,
              [](const R& r) { return r.at_zero->time(Picoseconds{0}) / r.bound; },
              "Decision and slots / bound, without guards.", "no_guard"),
          afforded_metric<R>("largest_guard_5pct_ps", &Afforded::within_5pct,
                             "The largest guard at which it is done within 5 % of the bound; null "
                             "if even none costs more.",
                             "within_5pct"),
          afforded_metric<R>("largest_guard_20pct_ps", &Afforded::within_20pct,
                             "The same for 20 %.", "within_20pct"),
          M(
              "decision_wall_ns", Unit::ns, [](const R& r) { return decision_ns(*r.at_zero); },
              "What deciding takes, without guards; a mean over matrices.", "decided_wall"),
      });
  return table;
}

Advice advice(const std::vector<Contender>& contenders, Picoseconds bound, Picoseconds longest) {
  Advice advice;
  advice.bound = bound;
  advice.longest = longest;
  advice.afforded = afforded(of_scheduler(contenders, ""), bound, longest);
  for (const Range& range : ranges(contenders, longest)) {
    advice.ranges.push_back({range, bound, advice.afforded});
  }
  std::vector<std::string> seen;
  for (const Contender& c : contenders) {
    if (std::find(seen.begin(), seen.end(), c.scheduler) != seen.end()) continue;
    seen.push_back(c.scheduler);
    const auto own = of_scheduler(contenders, c.scheduler);
    advice.schedulers.push_back(
        {&winner(own, Picoseconds{0}), bound, afforded(own, bound, longest)});
  }
  const Picoseconds none{-1};
  std::stable_sort(advice.schedulers.begin(), advice.schedulers.end(),
                   [&](const SchedulerRow& a, const SchedulerRow& b) {
                     return a.afforded.within_20pct.value_or(none) >
                            b.afforded.within_20pct.value_or(none);
                   });
  return advice;
}

}  // namespace jacquard::advise
