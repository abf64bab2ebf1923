// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/memory/memory_config.hpp"
#include "sim/platform/experiment.hpp"
#include "systemc/memory/traffic_config.hpp"

namespace jacquard::platform {

struct MemoryExperiment : Experiment {
  memory::MemoryConfig memory;
  systemc::MemoryTraffic traffic;
  std::string requests;   // file of a trace, in place of the traffic's pattern; "" for none
  bool commands = false;  // write the commands of every channel
};

const config::FieldTable<MemoryExperiment>& memory_experiment_fields();

// Throws ConfigError below `place` for parts that do not fit each other.
void require_consistent(const MemoryExperiment& experiment, const config::Place& place);

}  // namespace jacquard::platform
