// SPDX-License-Identifier: Apache-2.0
// Measured closed loops of serving engines, and published largest throughputs, as tables have them:
// docs/serve.md has the columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/cost/software.hpp"
#include "jacquard/serve/deployment.hpp"
#include "sim/validate/csv.hpp"
#include "sim/validate/serving/benchmark_scripts.hpp"

namespace jacquard::validate {

// Instances that do the same: workers x (tp x pp x attention_dp) NPUs.
struct MeasuredSide {
  serve::Deployment deployment;
  int workers = 1;
  int batch = 0;  // requests that a group of an instance runs at once; 0: not said
};

struct MeasuredServing {
  config::Place place;  // its line
  std::string system;   // as the table calls it
  std::string backend;
  std::string model;
  bool disaggregated = false;
  MeasuredSide side;     // all of it, or what decodes
  MeasuredSide prefill;  // disaggregated alone
  int input = 0;
  int output = 0;
  // The benchmark of InferenceX draws lengths evenly from 0.8 to 1 of these.
  bool drawn_lengths = false;
  int concurrency = 0;  // 0: as many as there is memory for (throughput)
  int stream_interval = 1;
  ScriptSettings script;   // what a benchmark's scripts, or the row's own columns, set
  std::string unanswered;  // why there is no answer: a model or a system that we do not know
  std::optional<double> ttft_ms;
  std::optional<double> tpot_ms;
  std::optional<double> tokens_per_s;
};

// A warning names each column that is not known, with how many rows have something there. Throws
// ConfigError naming the file, the line and the column.
std::vector<MeasuredServing> read_measured_serving(const std::string& path);

}  // namespace jacquard::validate
