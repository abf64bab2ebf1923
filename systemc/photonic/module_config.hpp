// SPDX-License-Identifier: Apache-2.0
// A photonic module: HBM that caches DDR, behind an optical port. The noun of configs/photonics.
#pragma once

#include <string>

#include "jacquard/config/field_table.hpp"
#include "jacquard/memory/cache/cache_config.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "systemc/photonic/port_config.hpp"

namespace jacquard::systemc {

struct ModuleConfig {
  std::string source;  // of its figures
  memory::MemoryConfig hbm;
  int hbm_stacks = 2;       // memories like that
  std::string hbm_mapping;  // "": the memory's
  memory::MemoryConfig ddr;
  int ddr_channels = 16;  // memories like that
  std::string ddr_mapping;
  base::Bytes memory{2'199'023'255'552};  // of the DDR: 2 TiB
  memory::CacheConfig cache;
  PortConfig port;

  // The memories with all their channels.
  memory::MemoryConfig all_hbm() const;
  memory::MemoryConfig all_ddr() const;
};

const config::FieldTable<ModuleConfig>& module_fields();

// The folder of the noun.
inline constexpr const char* kModules = "photonics";

// Throws ConfigError below `place` for parts that do not fit each other.
void require_consistent(const ModuleConfig& config, const config::Place& place);

}  // namespace jacquard::systemc
