// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "sim/validate/serving/serving_answer.hpp"

namespace jacquard::validate {

struct ServingRow {
  const MeasuredServing* measured = nullptr;
  std::optional<ServingAnswer> ours;
  std::string reason;  // why there is none

  std::optional<double> ttft_error() const;
  std::optional<double> tpot_error() const;
  std::optional<double> throughput_error() const;
};

const report::MetricTable<ServingRow>& serving_metrics();

// Of what errors are summed up.
struct ServingClass {
  std::string system;
  std::string mode;
  std::string type;
  std::string backend;
  std::string quantity;
};

struct ServingSummary {
  ServingClass of;
  std::int64_t rows = 0;
  double mape = 0;
  double median = 0;
  double bias = 0;
  double p90 = 0;
  int most_npus = 0;  // of an instance
};
// Of one error or more.
ServingSummary summary_of(ServingClass of, std::vector<double> errors, int most_npus);
const report::MetricTable<ServingSummary>& serving_summary_metrics();

}  // namespace jacquard::validate
