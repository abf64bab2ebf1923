// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/optical.hpp"

namespace jacquard::studies {

using report::Unit;

const report::MetricTable<OpticalPoint>& optical_point_metrics() {
  using R = OpticalPoint;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "optical_point", "study optical: a method on one demand at one guard.",
      {
          M("method", Unit::text, &R::method, "A scheduler, or another's entry."),
          M("case", Unit::text, &R::of_case, "Of the suite."),
          M("index", Unit::count, &R::index, "Which matrix of the case."),
          M("guard_ps", Unit::ps, &R::guard, "Dead time of a change of setting."),
          M("switches", Unit::count, &R::switches,
            "Parallel ones, each with its share of the rate."),
          M("options", Unit::text, &R::options, "The best of those tried; empty: it has none."),
          M("permutations", Unit::count, &R::permutations, "Settings, of all switches."),
          M("makespan_ps", Unit::ps, &R::makespan, "Slots, guards, and waits of what is sent on."),
          M("bound_ps", Unit::ps, &R::bound,
            "No schedule of any hops takes less; over parallel switches, of one hop."),
          M(
              "layer_whole_ps", Unit::ps, [](const R& r) { return r.layer.whole; },
              "A layer whose experts start once all of their tokens have come."),
          M(
              "layer_as_they_come_ps", Unit::ps, [](const R& r) { return r.layer.as_they_come; },
              "A layer whose experts start on what has come."),
          M("over_best", Unit::ratio, &R::over_best,
            "Makespan over the least of all methods here."),
          M("layer_over_best", Unit::ratio, &R::layer_over_best,
            "The shorter layer over the shortest here."),
          M("decision_wall_ns", Unit::ns, &R::decision_wall_ns,
            "A core's clocks at 1 GHz, else what this machine took; null where not measured.")
              .or_null(),
          M("completion_wall_ps", Unit::ps, &R::completion_wall_ps,
            "Decision, slots and guards; null where not measured.")
              .or_null(),
          M("fault", Unit::text, &R::fault, "What the checker finds; empty: nothing."),
      });
  return table;
}

const report::MetricTable<OpticalScore>& optical_score_metrics() {
  using R = OpticalScore;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "optical_score", "study optical: a method over all demands and guards.",
      {
          M("method", Unit::text, &R::method, "A scheduler, or another's entry.", "method"),
          M("switches", Unit::count, &R::switches, "Parallel ones.", "switches"),
          M("points", Unit::count, &R::points, "Demands times guards that it served.", "points"),
          M("over_best", Unit::ratio, &R::over_best,
            "Geometric mean of makespan over the least of all methods.", "over_best"),
          M("worst", Unit::ratio, &R::worst, "The largest of them.", "worst"),
          M("share_best", Unit::ratio, &R::share_best, "Points where no method is shorter.",
            "share_best"),
          M("layer_over_best", Unit::ratio, &R::layer_over_best,
            "Geometric mean of a layer of experts over the shortest.", "layer_over_best"),
          M("decision_wall_ns", Unit::ns, &R::decision_wall_ns,
            "Mean of its decisions; null where not measured.", "decided_wall")
              .or_null(),
      });
  return table;
}

}  // namespace jacquard::studies
