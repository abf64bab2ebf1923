// SPDX-License-Identifier: Apache-2.0
// The memory of an NPU in a machine: DRAM of its own, or a photonic module.
#pragma once

#include <memory>
#include <optional>
#include <systemc>
#include <variant>

#include "jacquard/memory/figures.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "systemc/memory/memory.hpp"
#include "systemc/memory/memory_port.hpp"
#include "systemc/photonic/module_config.hpp"
#include "systemc/photonic/module_target.hpp"

namespace jacquard::systemc {

// A module, and how much of it an NPU keeps for a job. Addresses go round in that, step after step.
// So the tags begin as the steps before left them.
struct ModuleMemory {
  ModuleConfig module;
  base::Bytes kept{0};
};
using MemoryOfNpu = std::variant<memory::MemoryConfig, ModuleMemory>;

// In which addresses go round.
base::Bytes extent_of(const MemoryOfNpu& memory);

class NpuMemory final : public sc_core::sc_module {
 public:
  // Throws ConfigError as Memory and Module do.
  NpuMemory(const sc_core::sc_module_name& name, const MemoryOfNpu& config);

  MemorySocket& socket();
  memory::Fidelity fidelity() const { return fidelity_; }  // of ports
  base::Bytes extent() const { return extent_; }

  memory::Figures figures() const;           // of a module those of its HBM
  std::optional<CacheCounts> cache() const;  // of a module

 private:
  memory::Fidelity fidelity_ = memory::Fidelity::at;
  base::Bytes extent_{0};
  std::unique_ptr<Memory> memory_;
  std::unique_ptr<ModuleTarget> module_;
};

}  // namespace jacquard::systemc
