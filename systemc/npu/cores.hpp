// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "systemc/memory/memory_port.hpp"
#include "systemc/npu/core.hpp"
#include "systemc/npu/gemm_program.hpp"

namespace jacquard::systemc {

// The cores of an NPU, which share a product: tiles of C are dealt to them in turn.
class Cores final : public sc_core::sc_module {
 public:
  using Done = std::function<void()>;

  // The memory outlives them.
  Cores(const sc_core::sc_module_name& name, int cores, const CoreConfig& config,
        memory::Fidelity fidelity, MemorySocket& memory);

  // Calls done() when the last core has stored its last tile. Not while another product runs.
  void run(const GemmWork& work, Done done);
  // Of the core that ended last.
  const CoreFigures& figures() const;

 private:
  CoreConfig config_;
  std::vector<std::unique_ptr<Core>> cores_;
  int running_ = 0;
  Done done_;
};

}  // namespace jacquard::systemc
