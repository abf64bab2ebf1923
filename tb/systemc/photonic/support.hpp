// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/config/find_config.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/appliance.hpp"

namespace jacquard::systemc {

// The shipped module with memories that serve at their peak, so that times follow by hand.
inline ModuleConfig ideal_module() {
  auto config = config::read_config(
      module_fields(), config::find_config(kModules, "pfm", config::Place{"test", ""}));
  config.hbm.fidelity = memory::Fidelity::ideal;
  config.ddr.fidelity = memory::Fidelity::ideal;
  return config;
}

// The shipped appliance of such modules.
inline ApplianceConfig ideal_appliance() {
  auto config = config::read_config(
      appliance_fields(), config::find_config(kAppliances, "pfa", config::Place{"test", ""}));
  config.module = ideal_module();
  return config;
}

// Of one access on an idle appliance of ideal memories.
inline base::Picoseconds latency_of(int xpu, const memory::Access& access) {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Appliance appliance("appliance", ideal_appliance(), 1);
  appliance.warm(0, base::Bytes{1 << 20});
  base::Picoseconds end{0};
  appliance.ask(xpu, access, [&end] { end = now(); });
  sc_core::sc_start();
  return end;
}

}  // namespace jacquard::systemc
