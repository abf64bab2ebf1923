// SPDX-License-Identifier: Apache-2.0
// The most that a system serves, and the fewest NPUs that serve a load, under an SLO.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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

// Doubles and halves from one a second, then bisects to 1 %. `run(rate)` must serve equal requests
// at every rate. Throws ConfigError at --slo where even a request a minute does not keep it.
FoundRate find_rate(const Slo& slo, const std::function<TrafficRun(double)>& run);

inline constexpr int kMostTried = 512;  // that a search tries

// Instances that keep an SLO: of one layout, or of prefill's and decode's.
struct FoundLayout {
  std::vector<Layout> layouts;
  TrafficRow row;
};

struct FoundGpus {
  std::optional<FoundLayout> aggregated;     // nothing: kMostTried do not keep it
  std::optional<FoundLayout> disaggregated;  // nothing: nor do so many, or 4 x the aggregated ones
  int runs = 0;

  std::optional<double> ratio() const;  // NPUs disaggregated over aggregated
};

// The layouts of one instance that a search tries: that of --tp, or else every power of two up to a
// node that the model and the longest of the requests fit in. Throws ConfigError where none does.
std::vector<Layout> instance_layouts(const ServeConfig& config, const TrafficSpec& traffic);

// The fewest NPUs of these layouts that keep the SLO on these requests: as instances that all do
// the same work, and split into those that prefill and those that decode. More instances are taken
// to keep it better. `tell` hears what is tried. Throws ConfigError at --slo where neither keeps
// it.
FoundGpus find_gpus(const ServeConfig& config, const std::vector<Layout>& layouts, const Slo& slo,
                    const TrafficSpec& traffic,
                    const std::function<void(const std::string&)>& tell);

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
