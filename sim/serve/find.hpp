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

// A run of a search: at a rate or on so many NPUs, the share of requests that kept the limits.
struct TriedRun {
  std::string layout;  // of one instance
  double at = 0;
  double share = 0;
};

struct FoundGpus {
  std::optional<FoundLayout> aggregated;     // nothing: kMostTried do not keep it
  std::optional<FoundLayout> disaggregated;  // nothing: nor do so many, or 4 x the aggregated ones
  std::vector<TriedRun> tried;               // where every instance does the same work, by NPUs

  std::optional<double> ratio() const;  // NPUs disaggregated over aggregated
};

// The layouts of one instance that a search tries, in which the model and the longest of the
// requests fit: open_layouts() up to four nodes, or where a degree is given those with it, tp being
// each power of two up to a node. Throws ConfigError where none does.
std::vector<Layout> instance_layouts(const ServeConfig& config, const TrafficSpec& traffic);

// How many layouts are tried for a split: those that need the fewest NPUs for all work.
inline constexpr std::size_t kSplit = 4;

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

// Of --find max-rate, what one layout of the NPUs serves.
struct LayoutRow {
  std::string layout;
  int npus = 0;
  std::optional<double> rate;  // nothing: none keeps --slo
  double knee = 0;
};
const report::MetricTable<LayoutRow>& layout_metrics();

}  // namespace jacquard::serve
