// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/find.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/serve/slo_failed.hpp"

namespace jacquard::serve {
namespace {

constexpr double kLeastRate = 1.0 / 60;
constexpr double kMostRate = 1e6;
constexpr double kPrecision = 1.01;

}  // namespace

FoundRate find_rate(const Slo& slo, const std::function<TrafficRun(double)>& run) {
  FoundRate found;
  double refused = 0;  // the smallest rate that did not keep it; 0: none yet
  double kept_share = 0;
  const auto keeps = [&](double rate) {
    ++found.runs;
    const TrafficRun answer = run(rate);
    kept_share = slo.kept(answer.run.records);
    if (kept_share < slo.share) {
      refused = rate;
      return false;
    }
    found.rate = rate;
    found.row = traffic_row(answer, slo);
    return true;
  };
  double rate = 1;
  if (keeps(rate)) {
    while (refused == 0 && rate < kMostRate) keeps(rate *= 2);
  } else {
    while (found.rate == 0 && rate > kLeastRate) keeps(rate /= 2);
  }
  if (found.rate == 0) fail_slo("limits that a request a minute keeps", kept_share, slo);
  while (refused > found.rate * kPrecision) keeps((found.rate + refused) / 2);
  return found;
}

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

}  // namespace jacquard::serve
