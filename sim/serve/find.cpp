// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/find.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

constexpr double kLeastRate = 1.0 / 60;
constexpr double kMostRate = 1e6;
constexpr double kPrecision = 1.01;

[[noreturn]] void fail_slo(const std::string& expected, double kept, const Slo& slo) {
  throw base::ConfigError({"--slo", "", expected,
                           fmt::format("{:.1f} % of requests that keep it, of {:.1f} % asked for",
                                       100 * kept, 100 * slo.share),
                           "looser limits, or faster NPUs, would do"});
}

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

FoundGpus find_gpus(const ServeConfig& config, const Layout& each, const Slo& slo,
                    const TrafficSpec& traffic) {
  const Setup setup = setup_of_instance(config, each);
  FoundGpus found;
  double kept = 0;
  const auto keeps = [&](int instances) {
    const TrafficRun run = run_traffic(setup, instances, traffic);
    kept = slo.kept(run.run.records);
    if (kept < slo.share) return false;
    found.instances = instances;
    found.aggregated = traffic_row(run, slo);
    return true;
  };
  int refused = 0;
  for (int instances = 1; !keeps(instances); instances *= 2) {
    refused = instances;
    if (instances >= kMostInstances) {
      fail_slo(fmt::format("limits that {} instances keep", kMostInstances), kept, slo);
    }
  }
  while (found.instances - refused > 1) {
    const int middle = (found.instances + refused) / 2;
    if (!keeps(middle)) refused = middle;
  }
  // Splits of few instances first; more than twice the aggregated ones would be no answer.
  for (int all = 2; all <= std::max(2, 2 * found.instances) && !found.disaggregated; ++all) {
    for (int prefill = 1; prefill < all && !found.disaggregated; ++prefill) {
      const TrafficRun run = run_disaggregated(setup, prefill, setup, all - prefill, traffic);
      if (slo.kept(run.run.records) < slo.share) continue;
      found.prefill = found.decode = each;
      found.prefill.instances = prefill;
      found.decode.instances = all - prefill;
      found.disaggregated = traffic_row(run, slo);
    }
  }
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
            "The fewest that keep --slo, where every instance prefills and decodes; null for "
            "max-rate.",
            "NPUs")
              .or_null(),
          M("aggregated", Unit::text, &FoundRow::aggregated, "Their layout.", "aggregated"),
          M("disaggregated_npus", Unit::count, &FoundRow::disaggregated_npus,
            "The fewest where instances prefill or decode; null where twice the aggregated ones "
            "do not keep --slo.",
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
