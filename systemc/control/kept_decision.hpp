// SPDX-License-Identifier: Apache-2.0
// Decisions that build on the exchange before.
#pragma once

#include <memory>
#include <optional>
#include <systemc>

#include "systemc/control/decision.hpp"
#include "systemc/control/left_behind.hpp"
#include "systemc/control/timed_decision.hpp"

namespace jacquard::systemc {

// The schedule of a dispatch turned around, at once, where it serves the demand. Else what
// `decides` decides. After a schedule over several hops that was not turned around, it decides on
// the transposed demand, and that is turned around, so that digits run forwards and backwards. Of
// either, a setting that is connected already comes first; so the whole schedule is waited for.
// Where the crossbar is dark, permutations pass as they come. Later demands, which faults leave,
// are decided by `decides` alone.
class KeptDecision final : public sc_core::sc_module, public Decision {
 public:
  // `orders`: whether it looks at what is connected.
  KeptDecision(const sc_core::sc_module_name& name, const Before& before, bool orders,
               std::unique_ptr<Decision> decides);

  void begin(const demand::QuantaMatrix& demand, DecisionSink sink) override;
  std::int64_t activations() const override;

  // With what the crossbar connects in the end. Null before there was a decision.
  std::shared_ptr<const LeftBehind> leaves(const schedule::Connected& connected) const;

 private:
  void decide();
  void collect(const Permutation& permutation);
  void tell(schedule::Schedule schedule);

  Before before_;
  bool orders_;
  std::unique_ptr<Decision> decides_;
  TimedDecision told_;
  DecisionSink sink_;
  std::optional<demand::QuantaMatrix> demand_;
  std::optional<schedule::Schedule> schedule_;
  bool turned_ = false;
};

}  // namespace jacquard::systemc
