// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/npu_memory.hpp"

#include <algorithm>

#include "jacquard/base/divide_up.hpp"

namespace jacquard::systemc {
namespace {

constexpr std::int64_t kLeastExtent = std::int64_t{4} << 20;  // of a stream

}  // namespace

base::Bytes extent_of(const MemoryOfNpu& memory) {
  if (const auto* dram = std::get_if<memory::MemoryConfig>(&memory)) {
    return dram->organisation.capacity * dram->organisation.channels;
  }
  const auto& module = std::get<ModuleMemory>(memory);
  const std::int64_t kept = base::divide_up(module.kept.count(), kLeastExtent) * kLeastExtent;
  const std::int64_t all = module.module.memory.count();
  return base::Bytes{std::min(std::max(kept, kLeastExtent), all)};
}

NpuMemory::NpuMemory(const sc_core::sc_module_name& name, const MemoryOfNpu& config)
    : sc_core::sc_module(name), extent_(extent_of(config)) {
  if (const auto* dram = std::get_if<memory::MemoryConfig>(&config)) {
    memory_ = std::make_unique<Memory>("dram", *dram);
    fidelity_ = dram->fidelity;
    return;
  }
  const ModuleConfig& module = std::get<ModuleMemory>(config).module;
  module_ = std::make_unique<ModuleTarget>("module", module, 1);
  fidelity_ = ModuleTarget::kFidelity;
  for (std::int64_t at = 0; at < extent_.count(); at += module.cache.line.count()) {
    module_->module().memory().warm(static_cast<std::uint64_t>(at));
  }
}

MemorySocket& NpuMemory::socket() {
  if (memory_) return memory_->socket;
  return module_->socket;
}

memory::Figures NpuMemory::figures() const {
  return memory_ ? memory_->figures() : module_->module().memory().hbm();
}

std::optional<CacheCounts> NpuMemory::cache() const {
  if (!module_) return std::nullopt;
  return module_->module().memory().counts();
}

}  // namespace jacquard::systemc
