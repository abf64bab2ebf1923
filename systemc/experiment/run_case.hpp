// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "systemc/experiment/experiment.hpp"

namespace jacquard::experiment {

// A case made ready: parameters resolved and checked, RTL built.
class CaseRunner {
 public:
  // `waveform`: where the RTL's FST goes, "" for none. Throws ConfigError for what does not go
  // together.
  CaseRunner(const Case& c, std::uint64_t seed, const std::string& waveform = "");

  // `seed`: of the run's own random streams (RED, faults); with `run`, the details are kept in it.
  RunFigures run(const TrafficItem& item, std::uint64_t seed, report::FabricRun* run = nullptr);

 private:
  std::string name_;
  std::unique_ptr<systemc::Fabric> fabric_;
};

}  // namespace jacquard::experiment
