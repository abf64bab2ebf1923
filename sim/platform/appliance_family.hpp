// SPDX-License-Identifier: Apache-2.0
// Experiments on a photonic appliance: collectives over shared memory, and around a ring.
#pragma once

#include "sim/platform/family.hpp"
#include "systemc/photonic/scale_out.hpp"

namespace jacquard::platform {

struct ApplianceExperiment : Experiment {
  systemc::ApplianceConfig appliance;
  systemc::ApplianceCollective collective;
  systemc::ScaleOut scale_out;
  // Of all modules' HBM and DDR, in place of what those say.
  memory::Fidelity fidelity = memory::Fidelity::lt;

  // The appliance with that fidelity.
  systemc::ApplianceConfig simulated() const;
};

const config::FieldTable<ApplianceExperiment>& appliance_experiment_fields();

Family appliance_family();

}  // namespace jacquard::platform
