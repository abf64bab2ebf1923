// SPDX-License-Identifier: Apache-2.0
// A photonic appliance: modules around a digital switch. The noun of configs/appliances.
#pragma once

#include <string>

#include "systemc/photonic/module_config.hpp"
#include "systemc/photonic/switch_config.hpp"

namespace jacquard::systemc {

struct ApplianceConfig {
  std::string source;  // of its figures
  ModuleConfig module;
  int modules = 16;              // each with one port for an XPU
  base::Bytes interleave{4096};  // addresses go round the modules in blocks of this size
  SwitchConfig fabric;           // its ports have the rate of the modules'

  base::Bytes memory() const { return module.memory * modules; }
  base::Bytes cache() const { return module.cache.capacity * modules; }
};

const config::FieldTable<ApplianceConfig>& appliance_fields();

// The folder of the noun.
inline constexpr const char* kAppliances = "appliances";

// Throws ConfigError below `place` for parts that do not fit each other.
void require_consistent(const ApplianceConfig& config, const config::Place& place);

}  // namespace jacquard::systemc
