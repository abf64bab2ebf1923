// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <systemc>

#include "jacquard/schedule/core/core.hpp"
#include "systemc/arbiter/scheduler_board.hpp"
#include "systemc/control/decision.hpp"

namespace jacquard::systemc {

// A scheduler core, clock by clock, behind its pins: Verilated RTL in the loop. The clock runs only
// while there is something to decide, from the instant the demand is there. The listener is
// notified of a permutation at the edge at which it is taken. The host is always ready to take one:
// what is decided waits in the controller, not in the core.
class CoreDecision final : public sc_core::sc_module, public Decision {
 public:
  // `core` outlives this and is reset here; `options` are its run-time options. `period` is even.
  CoreDecision(const sc_core::sc_module_name& name, schedule::Core& core, base::Picoseconds period,
               const schedule::CoreInputs& options);

  void begin(const demand::QuantaMatrix& demand, DecisionSink sink) override;
  std::int64_t activations() const override { return 2 * clocks_; }
  std::int64_t clocks() const { return clocks_; }

 private:
  void half_period();
  void put_inputs();
  bool take_outputs();

  schedule::CoreShape shape_;
  base::Picoseconds period_;
  std::optional<demand::QuantaMatrix> demand_;
  DecisionSink sink_;
  int row_ = 0;  // the next to load
  bool started_ = false;
  bool begins_ = false;
  std::int64_t clocks_ = 0;

  sc_core::sc_signal<bool> clk_{"clk"};
  SchedulerBoard board_;
  schedule::CoreInputs in_;
  schedule::CoreOutputs out_;
  sc_core::sc_event tick_;
};

}  // namespace jacquard::systemc
