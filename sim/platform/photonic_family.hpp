// SPDX-License-Identifier: Apache-2.0
// Experiments on a photonic module: a cache against working sets, and what its port needs of it.
#pragma once

#include "sim/platform/family.hpp"
#include "systemc/photonic/module_traffic.hpp"

namespace jacquard::platform {

struct PhotonicExperiment : Experiment {
  systemc::ModuleConfig module;
  systemc::ModuleTraffic traffic;
  bool find_hit_rate = false;
};

const config::FieldTable<PhotonicExperiment>& photonic_experiment_fields();

Family photonic_family();

}  // namespace jacquard::platform
