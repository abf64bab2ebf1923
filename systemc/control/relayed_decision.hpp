// SPDX-License-Identifier: Apache-2.0
// What the shifts of a core carry.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "jacquard/schedule/hops/shift_relays.hpp"
#include "systemc/control/decision.hpp"

namespace jacquard::systemc {

// A core shows shifts and how long they are held. Who knows the demand hears here what each of its
// circuits carries (schedule::ShiftRelays), at the same instants. Before the first of them comes
// what ports have for themselves, which a core does not look at. Permutations that are no shifts
// pass as they are.
class RelayedDecision final : public Decision {
 public:
  RelayedDecision(std::unique_ptr<Decision> shifts, schedule::PortShape shape);

  void begin(const demand::QuantaMatrix& demand, DecisionSink sink) override;
  std::int64_t activations() const override { return shifts_->activations(); }

 private:
  void tell_own();
  void tell(schedule::ShiftRelays::Setting setting, std::int64_t hold);

  std::unique_ptr<Decision> shifts_;
  schedule::PortShape shape_;
  std::optional<schedule::ShiftRelays> relays_;
  bool first_ = true;
  DecisionSink sink_;
};

}  // namespace jacquard::systemc
