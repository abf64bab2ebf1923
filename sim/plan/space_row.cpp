// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/space_row.hpp"

namespace jacquard::planner {

const report::MetricTable<Ranking>& space_metrics() {
  using M = report::Metric<Ranking>;
  using report::Unit;
  using R = Ranking;
  static const report::MetricTable<R> table(
      "space", "The design space that was searched.",
      {M("devices", Unit::count, &R::devices, "Of the system.", "devices"),
       M(
           "strategies", Unit::count, [](const R& r) { return r.certificate.listed; },
           "Evaluated, one by one.", "strategies"),
       M(
           "expected", Unit::count, [](const R& r) { return r.certificate.expected; },
           "By the product over the model's parts of what each can take.", "expected"),
       M(
           "formula", Unit::text, [](const R& r) { return r.certificate.formula; },
           "That product: s schemes on one level and s x s on two.", "formula"),
       M(
           "distinct", Unit::flag, [](const R& r) { return r.certificate.distinct; },
           "No two strategies are the same."),
       M(
           "complete", Unit::flag, [](const R& r) { return r.certificate.complete(); },
           "Strategies are distinct and as many as expected, so none is missing.", "complete"),
       M(
           "run", Unit::count, [](const R& r) { return r.fit + r.too_big; }, "Not refused.", "run"),
       M("fit", Unit::count, &R::fit, "Run and fit into memory.", "fit"),
       M("too_big", Unit::count, &R::too_big, "Run and do not fit into memory.", "too big"),
       M("refused", Unit::count, &R::refused, "Cannot run; rows say why.", "refused")});
  return table;
}

}  // namespace jacquard::planner
