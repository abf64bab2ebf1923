// SPDX-License-Identifier: Apache-2.0
// Traffic on the command line: requests that come over time, and what is asked of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/report/metric.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/serve/options.hpp"

namespace jacquard::cli {

struct DynamicOptions {
  std::string requests;        // a file
  std::string rate;            // "10 /s"
  std::string arrivals;        // "poisson"
  std::int64_t count = 0;      // of requests; 0: not given
  double shortest = 1;         // share of --in and --out that lengths go down to
  int clients = 0;             // 0: an open loop
  std::string slo;             // "ttft=2 s,tpot=50 ms"
  std::string disaggregate;    // "prefill=2xtp4,decode=4xtp8"
  std::string find;            // "max-rate", "gpus"
  std::string profile;         // a folder
  std::string serving_config;  // a file

  bool replays() const { return !profile.empty() || !serving_config.empty(); }
};

std::shared_ptr<DynamicOptions> add_dynamic_options(Arguments& app);

// Whether the command asks for traffic over time; else it is a static batch.
bool is_dynamic(const serve::ServeConfig& config, const DynamicOptions& options);

// Answers, prints, writes; gives the exit code.
int run_dynamic(const serve::ServeConfig& config, const ServeOptions& words,
                const DynamicOptions& options, const Common& common);

std::vector<report::RowKind> dynamic_row_kinds();

}  // namespace jacquard::cli
