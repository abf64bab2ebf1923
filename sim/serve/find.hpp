// SPDX-License-Identifier: Apache-2.0
// The fewest NPUs that serve a load under an SLO, and the row of what a search found.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/serve/slo.hpp"
#include "sim/serve/traffic_row.hpp"
#include "systemc/serve/layout.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::serve {

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
