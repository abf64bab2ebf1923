// SPDX-License-Identifier: Apache-2.0
// Time against guard, with the best circuits at each: of one matrix, a training step, and a server
// whose experts exchange. Which family of schedules wins where, and where packets catch up.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/metric_table.hpp"
#include "systemc/serve/serve_config.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::studies {

struct RegimeOptions {
  std::optional<demand::DemandMatrix> demand;  // none: no matrix
  int bits = 8;                                // of its counters
  base::BitsPerSecond rate{400'000'000'000};
  std::optional<train::TrainConfig> job;  // none: no step
  train::JobPlaces places;
  serve::ServeConfig serving;  // no model: no server
  std::int64_t requests = 512;
  std::vector<base::Picoseconds> guards;  // ascending
  std::vector<std::string> schedulers;
  std::uint64_t seed = 1;
  int threads = 0;
};

struct RegimePoint {
  std::string measure;                     // matrix, step, exchange
  std::string fabric;                      // circuit, packet, ideal
  std::string scheduler;                   // "" but of circuits
  std::optional<base::Picoseconds> guard;  // likewise
  base::Picoseconds time{0};
  bool best = false;                                     // of all schedulers at this guard
  std::optional<std::string> family = {};                // of a matrix's schedule
  std::optional<std::int64_t> hops = {}, settings = {};  // likewise
  std::optional<base::Picoseconds> bound = {};           // over any hops; of a matrix
};

// At which guard packets take as long as the best circuits: straight, on a logarithmic axis,
// between the points beside it.
struct RegimeCrossing {
  std::string measure;
  std::optional<base::Picoseconds> guard;  // nothing: one fabric wins at all guards
  std::string winner;                      // where there is none
};

struct RegimeAnswer {
  std::vector<RegimePoint> points;
  std::vector<RegimeCrossing> crossings;
};

// `progress` hears of each run. Decisions take no time: the schedules alone are compared.
RegimeAnswer regimes(const RegimeOptions& options,
                     const std::function<void(const std::string&)>& progress);

const report::MetricTable<RegimePoint>& regime_point_metrics();
const report::MetricTable<RegimeCrossing>& regime_crossing_metrics();

// A line for each scheduler and fabric, over the guard.
report::LineChart regime_chart(const RegimeAnswer& answer, const std::string& measure);

}  // namespace jacquard::studies
