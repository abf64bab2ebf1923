// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/find.hpp"

namespace jacquard::serve {
const report::MetricTable<FoundRow>& found_metrics() {
  using M = report::Metric<FoundRow>;
  using report::Unit;
  static const report::MetricTable<FoundRow> table(
      "found", "What --find looked for.",
      {
          M("found", Unit::text, &FoundRow::found, "max-rate or gpus.", "found"),
          M("max_rate_per_s", Unit::per_s, &FoundRow::rate,
            "Requests a second, the most that keeps --slo, to 1 %; null for gpus.", "requests/s")
              .or_null(),
          M("aggregated_npus", Unit::count, &FoundRow::aggregated_npus,
            "The fewest that keep --slo, where every instance prefills and decodes; null where "
            "512 do not, and for max-rate.",
            "NPUs")
              .or_null(),
          M("aggregated", Unit::text, &FoundRow::aggregated, "Their layout.", "aggregated"),
          M("disaggregated_npus", Unit::count, &FoundRow::disaggregated_npus,
            "The fewest where instances prefill or decode; null where no split of four "
            "times the aggregated ones keeps --slo.",
            "split NPUs")
              .or_null(),
          M("disaggregated", Unit::text, &FoundRow::disaggregated, "Their layout.",
            "disaggregated"),
          M("disaggregated_ratio", Unit::ratio, &FoundRow::ratio,
            "disaggregated_npus over aggregated_npus.", "ratio")
              .or_null(),
      });
  return table;
}

const report::MetricTable<LayoutRow>& layout_metrics() {
  using M = report::Metric<LayoutRow>;
  using report::Unit;
  static const report::MetricTable<LayoutRow> table(
      "layout", "What --find max-rate found for one layout of the NPUs.",
      {
          M("layout", Unit::text, &LayoutRow::layout, "Instances and the degrees of each.",
            "layout"),
          M("npus", Unit::count, &LayoutRow::npus, "Of all instances.", "NPUs"),
          M("max_rate_per_s", Unit::per_s, &LayoutRow::rate,
            "Requests a second, the most that keeps --slo, to 1 %; null: none does.", "requests/s")
              .or_null(),
          M("knee_per_s", Unit::per_s, &LayoutRow::knee,
            "Requests a second that are served where more come.", "knee"),
      });
  return table;
}

}  // namespace jacquard::serve
