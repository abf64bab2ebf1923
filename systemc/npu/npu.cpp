// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/npu.hpp"

namespace jacquard::systemc {

Npu::Npu(const sc_core::sc_module_name& name, const NpuConfig& config)
    : sc_core::sc_module(name),
      memory("memory", config.memory),
      cores("cores", config.cores, config.core, config.memory.fidelity, memory.socket) {}

}  // namespace jacquard::systemc
