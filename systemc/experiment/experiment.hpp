// SPDX-License-Identifier: Apache-2.0
// What `jacquard simulate` runs: traffic through fabrics, at one point or along a sweep.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "systemc/circuit/circuit_config.hpp"
#include "systemc/circuit/fault_config.hpp"
#include "systemc/experiment/fabric_kind.hpp"
#include "systemc/experiment/scheduler_choice.hpp"
#include "systemc/experiment/sweep.hpp"
#include "systemc/experiment/traffic.hpp"
#include "systemc/fabric/hybrid.hpp"
#include "systemc/packet/packet_config.hpp"
#include "systemc/rotor/rotor_config.hpp"

namespace jacquard::experiment {

// One of the fabrics that are compared: the experiment with nouns of its own, which stand in place
// of the experiment's, and then with these keys changed. What it says wins over the sweep: a fabric
// that sets the swept key is the same at every point.
struct FabricChoice {
  std::string name;
  const FabricKind* kind = &fabric_kind("circuit");
  std::vector<std::string> set;  // "key=value" each
  // As config::noun_of() gives them; null: none.
  config::Json scheduler = nullptr, circuit = nullptr, fabric = nullptr, faults = nullptr,
               rotor = nullptr;
};

struct ExperimentConfig {
  std::string title;
  TrafficConfig traffic;
  systemc::PacketConfig fabric;
  systemc::CircuitConfig circuit;
  SchedulerConfig scheduler;
  systemc::FaultConfig faults;
  systemc::HybridConfig hybrid;
  systemc::RotorConfig rotor;
  std::vector<FabricChoice> fabrics;
  Sweep sweep;
};

// configs/experiments/*.json, and --set.
const config::FieldTable<ExperimentConfig>& experiment_fields();

// One fabric at one point of the sweep.
struct Case {
  std::string fabric;
  const FabricKind* kind;
  std::string point;  // the swept key's value, "" for none
  ExperimentConfig config;
};

// The core in RTL that is part of the case, if there is one.
std::optional<schedule::CoreShape> rtl_core_of(const Case& c);

// Every fabric at every point, fabrics innermost. Throws ConfigError for a key or value that is
// none, for fabrics that share a name, and for a scheduler that is meant for another guard or rate.
std::vector<Case> cases_of(const ExperimentConfig& config);

}  // namespace jacquard::experiment
