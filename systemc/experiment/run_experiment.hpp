// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"
#include "systemc/experiment/figures.hpp"
#include "systemc/experiment/run_case.hpp"

namespace jacquard::experiment {

struct ExperimentOptions {
  std::uint64_t seed = 1;
  int seeds = 1;         // each item is run with so many seeds: seed, seed + 1, ...
  int threads = 0;       // worker processes; 0: as many as the machine has
  std::string journal;   // of finished runs, to go on from; "" for none
  std::string waveform;  // FST of the RTL's first run; "" for none
  bool details = false;  // keep the first item's runs for reports
  // false: what depends on the wall clock is left out, decisions whose latency is measured too.
  bool wall_clock = true;
  // Called as runs finish: how many of how many, and what they took.
  std::function<void(std::int64_t done, std::int64_t of, const RunFigures& last)> progress;
};

// What a case sends; cases that send the same share it.
using Traffic = std::shared_ptr<const std::vector<TrafficItem>>;

struct ExperimentAnswer {
  ExperimentConfig effective;         // with measured latencies frozen
  std::vector<std::string> left_out;  // fabrics of which nothing is said without wall clock
  std::vector<Case> cases;
  std::vector<Traffic> traffic;            // of each case
  std::vector<CaseRuns> runs;              // per case and source
  std::vector<report::FabricRun> details;  // of the first item, one per fabric, at the first point
};

// Runs everything the configuration asks for, cases that are alike once. The answer does not depend
// on `threads`, but for wall clock figures. Throws ConfigError for whatever is wrong with it.
ExperimentAnswer run_experiment(const ExperimentConfig& config, const ExperimentOptions& options);

}  // namespace jacquard::experiment
