// SPDX-License-Identifier: Apache-2.0
// The most that a system serves, and the fewest NPUs that serve a load, under an SLO.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "jacquard/report/metric_table.hpp"
#include "sim/serve/layout.hpp"
#include "sim/serve/slo.hpp"
#include "sim/serve/traffic_row.hpp"
#include "sim/serve/traffic_run.hpp"

namespace jacquard::serve {

struct FoundRate {
  double rate = 0;  // requests a second: the largest one tried that keeps the SLO
  TrafficRow row;   // at that rate
  int runs = 0;
};

// Doubles and halves, then bisects to 1 %. `run(rate)` must serve equal requests at every rate.
// Throws ConfigError at --slo where even a request a minute does not keep it.
FoundRate find_rate(const Slo& slo, const std::function<TrafficRun(double)>& run);

inline constexpr int kMostInstances = 256;  // that a search tries

struct FoundGpus {
  int instances = 0;  // aggregated
  TrafficRow aggregated;
  Layout prefill;  // its instances
  Layout decode;
  std::optional<TrafficRow>
      disaggregated;      // nothing: no split of that many NPUs and twice keeps it
  double ratio() const {  // NPUs disaggregated over aggregated
    return disaggregated ? static_cast<double>(disaggregated->npus) / aggregated.npus : 0;
  }
};

// The fewest instances of `each` that keep the SLO on these requests, all doing the same work, and
// split into those that prefill and those that decode. Throws ConfigError at --slo where
// kMostInstances do not.
FoundGpus find_gpus(const ServeConfig& config, const Layout& each, const Slo& slo,
                    const TrafficSpec& traffic);

struct FoundRow {
  std::string found;  // "max-rate", "gpus"
  std::optional<double> rate;
  std::optional<int> aggregated_npus;
  std::optional<int> disaggregated_npus;
  std::string aggregated;  // layouts
  std::string disaggregated;
  std::optional<double> ratio;
};
const report::MetricTable<FoundRow>& found_metrics();

}  // namespace jacquard::serve
