// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/npu.hpp"

#include <string>

namespace jacquard::systemc {

Npu::Npu(const sc_core::sc_module_name& name, const NpuConfig& config)
    : sc_core::sc_module(name), memory("memory", config.memory) {
  for (int i = 0; i < config.cores; ++i) {
    cores.push_back(std::make_unique<Core>(("core" + std::to_string(i)).c_str(), config.core,
                                           config.memory.fidelity));
    cores.back()->loads.socket.bind(memory.socket);
    cores.back()->stores.socket.bind(memory.socket);
  }
}

}  // namespace jacquard::systemc
