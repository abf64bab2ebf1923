// SPDX-License-Identifier: Apache-2.0
// What `jacquard simulate` runs: traffic through fabrics, at one point or along a sweep.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "sim/experiment/scheduler_choice.hpp"
#include "sim/experiment/traffic.hpp"
#include "systemc/circuit/circuit_config.hpp"
#include "systemc/circuit/fault_config.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::experiment {

enum class FabricKind { circuit, packet };

// One of the fabrics that are compared: the experiment with these keys changed. They win over the
// sweep: a fabric that sets the swept key is the same at every point.
struct FabricChoice {
  std::string name;
  FabricKind kind = FabricKind::circuit;
  std::vector<std::string> set;  // "key=value" each
};

// The same for each of some values of a key, "" for no sweep.
struct Sweep {
  std::string key;
  std::vector<std::string> values;
};

struct ExperimentConfig {
  std::string title;
  TrafficConfig traffic;
  systemc::PacketConfig fabric;
  systemc::CircuitConfig circuit;
  SchedulerConfig scheduler;
  systemc::FaultConfig faults;
  std::vector<FabricChoice> fabrics;
  Sweep sweep;
};

// configs/experiments/*.json, and --set.
const config::FieldTable<ExperimentConfig>& experiment_fields();

// One fabric at one point of the sweep.
struct Case {
  std::string fabric;
  FabricKind kind;
  std::string point;  // the swept key's value, "" for none
  ExperimentConfig config;
};

// Every fabric at every point, fabrics innermost. Throws ConfigError for a key or value that is
// none, and for fabrics that share a name.
std::vector<Case> cases_of(const ExperimentConfig& config);

}  // namespace jacquard::experiment
