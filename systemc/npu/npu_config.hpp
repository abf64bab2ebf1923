// SPDX-License-Identifier: Apache-2.0
// An NPU: cores and a network interface that share a memory. The noun of configs/npus.
#pragma once

#include <string>

#include "jacquard/config/field_table.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "systemc/npu/core_config.hpp"
#include "systemc/npu/nic_config.hpp"

namespace jacquard::systemc {

struct NpuConfig {
  std::string source;  // of its figures
  int cores = 1;
  CoreConfig core;  // each
  memory::MemoryConfig memory;
  NicConfig nic;

  base::FlopsPerSecond peak() const { return peak_of(core) * static_cast<double>(cores); }
};

// The keys of a core are the NPU's own.
const config::FieldTable<NpuConfig>& npu_fields();

// The folder of the noun.
inline constexpr const char* kNpus = "npus";

}  // namespace jacquard::systemc
