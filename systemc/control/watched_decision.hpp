// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>

#include "systemc/control/decision.hpp"
#include "systemc/kernel/agenda.hpp"

namespace jacquard::systemc {

// A scheduler that gets stuck in its first decision: after some permutations it answers no more. A
// watchdog gives the decision up when nothing has come for so long. What is left is then decided on
// anew, by a scheduler that was reset.
class WatchedDecision final : public sc_core::sc_module, public Decision {
 public:
  WatchedDecision(const sc_core::sc_module_name& name, std::unique_ptr<Decision> watched,
                  int stuck_after, base::Picoseconds watchdog);

  void begin(const demand::QuantaMatrix& demand, DecisionSink sink) override;
  std::int64_t activations() const override { return watched_->activations(); }

 private:
  void over();

  std::unique_ptr<Decision> watched_;
  int left_;  // permutations until it is stuck
  base::Picoseconds watchdog_;
  Agenda agenda_;
  DecisionSink sink_;
  base::Picoseconds last_{0};
  bool stuck_ = false;
  bool first_ = true;
};

}  // namespace jacquard::systemc
