// SPDX-License-Identifier: Apache-2.0
// Load against latency: the rows of `jacquard serve` where nothing but a model and NPUs is named.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/serve/slo.hpp"
#include "sim/serve/traffic_row.hpp"

namespace jacquard::serve {

// What the system serves at most.
struct CapacityRow {
  std::string model;
  std::string system;
  std::string layout;
  int npus = 0;
  std::string precision;
  int input = 0;   // tokens of the longest prompt
  int output = 0;  // and answer
  std::string slo;
  bool assumed = false;        // the SLO is ours
  std::optional<double> rate;  // requests a second; nothing: none keeps the SLO
  double knee = 0;             // beyond which the queue grows
  TrafficRow at;               // at `rate`, or of a request alone where there is none
};
const report::MetricTable<CapacityRow>& capacity_metrics();

// Requests that come at one rate.
struct LoadRow {
  double rate = 0;
  double share = 0;  // of the largest rate that keeps the SLO; of the knee where there is none
  bool kept = false;
  bool largest = false;  // the rate that was found
  bool knee = false;     // the rate is nearest to the knee
  bool grows = false;    // the queue does
  TrafficRow traffic;
};
const report::MetricTable<LoadRow>& load_metrics();

// Rates at shares of `rate`, which is at most the knee, or of the knee; upwards, and to beyond it.
std::vector<LoadRow> load_points(std::optional<double> rate, double knee);

}  // namespace jacquard::serve
