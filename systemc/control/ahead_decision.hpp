// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/schedule/core/core.hpp"
#include "systemc/control/timed_decision.hpp"

namespace jacquard::systemc {

// A scheduler core, clock by clock, as CoreDecision steps it, but ahead of the kernel: the core
// sees nothing of the fabric while it decides, so its clocks need no events. The listener is
// notified at the edges at which the pins show a permutation.
class AheadDecision final : public Decision {
 public:
  // As CoreDecision has them.
  AheadDecision(const sc_core::sc_module_name& name, schedule::Core& core, base::Picoseconds period,
                const schedule::CoreInputs& options);

  void begin(const demand::QuantaMatrix& demand, DecisionSink sink) override;
  // As many as CoreDecision has: two for each clock.
  std::int64_t activations() const override { return 2 * clocks_; }

 private:
  std::int64_t clocks_ = 0;
  TimedDecision told_;
};

}  // namespace jacquard::systemc
