// SPDX-License-Identifier: Apache-2.0
// The cores of an NPU on the memory that they share. A NIC binds its ports to the same memory.
#pragma once

#include <systemc>

#include "systemc/memory/memory.hpp"
#include "systemc/npu/cores.hpp"
#include "systemc/npu/npu_config.hpp"

namespace jacquard::systemc {

class Npu : public sc_core::sc_module {
 public:
  // Throws ConfigError as Memory does.
  Npu(const sc_core::sc_module_name& name, const NpuConfig& config);

  Memory memory;
  Cores cores;
};

}  // namespace jacquard::systemc
