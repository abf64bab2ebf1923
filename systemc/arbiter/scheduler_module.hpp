// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>

#include "jacquard/schedule/core/core.hpp"
#include "systemc/arbiter/per_port.hpp"

namespace jacquard::systemc {

// A scheduler core as a SystemC module, with the pins of jq_scheduler (docs/cores.md). Whether the
// core is the golden model, Verilated RTL, or one's own does not matter to it.
//
// Inputs are sampled at the rising edge; outputs are registered, and change after it. A permutation
// is taken at an edge at which both valid and ready are high. Before the first edge the outputs
// hold what the core shows; reset first, unless it comes reset.
class SchedulerModule final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};  // synchronous, active low

  sc_core::sc_in<bool> load_valid{"load_valid"};
  sc_core::sc_out<bool> load_ready{"load_ready"};
  sc_core::sc_in<LoadRows> load_row{"load_row"};  // if load_valid

  sc_core::sc_in<bool> start{"start"};
  sc_core::sc_in<std::int64_t> guard{"guard"};  // quanta; read with start, as are the next three
  sc_core::sc_in<int> top_offset{"top_offset"};
  sc_core::sc_in<int> floor{"floor"};
  sc_core::sc_in<bool> fill{"fill"};
  sc_core::sc_in<bool> abort{"abort"};
  sc_core::sc_out<bool> busy{"busy"};
  sc_core::sc_out<bool> done{"done"};
  sc_core::sc_out<bool> shifts{"shifts"};

  sc_core::sc_out<bool> valid{"valid"};
  sc_core::sc_in<bool> ready{"ready"};
  sc_core::sc_out<std::int64_t> hold{"hold"};        // slots; 0 unless valid
  sc_core::sc_out<PerPort<int>> columns{"columns"};  // schedule::kUnmatched where idle

  SchedulerModule(const sc_core::sc_module_name& name, std::unique_ptr<schedule::Core> core);

 private:
  void start_of_simulation() override { drive(core_->outputs()); }
  void rising_edge();
  void sample();
  void drive(const schedule::CoreOutputs& out);

  std::unique_ptr<schedule::Core> core_;
  schedule::CoreInputs in_;
};

}  // namespace jacquard::systemc
