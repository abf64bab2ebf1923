// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "jacquard/report/metric_table.hpp"
#include "sim/validate/mlperf/benchmark.hpp"

namespace jacquard::validate {

// A published result beside ours.
struct MlperfRow {
  std::string round;
  std::string id;  // of the submission
  std::string submitter;
  std::string system;
  int npus = 0;
  std::string scenario;
  double tokens_per_s = 0;
  std::optional<MlperfAnswer> ours;

  double measured() const { return tokens_per_s / npus; }
  std::optional<double> error() const;
};
const report::MetricTable<MlperfRow>& mlperf_metrics();

// What a system without results would reach.
struct MlperfPrediction {
  std::string system;
  int npus = 0;
  std::string scenario;
  MlperfAnswer ours;
  // Of published over ours, the least, the median and the most of the scenario, and of how many
  // results.
  double least = 1, median = 1, most = 1;
  int results = 0;
};
const report::MetricTable<MlperfPrediction>& mlperf_prediction_metrics();

}  // namespace jacquard::validate
