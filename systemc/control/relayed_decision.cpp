// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/relayed_decision.hpp"

#include <utility>

namespace jacquard::systemc {

RelayedDecision::RelayedDecision(std::unique_ptr<Decision> shifts, schedule::PortShape shape)
    : shifts_(std::move(shifts)), shape_(std::move(shape)) {}

void RelayedDecision::begin(const demand::QuantaMatrix& demand, DecisionSink sink) {
  sink_ = std::move(sink);
  relays_.emplace(demand, shape_);
  first_ = true;
  shifts_->begin(demand, {[this](const Permutation& shift) {
                            if (!shift.shift) {
                              first_ = false;
                              sink_.permutation(shift);
                              return;
                            }
                            tell_own();
                            tell(relays_->next(shift.columns), shift.hold);
                          },
                          [this] {
                            tell_own();
                            sink_.done();
                          },
                          [this](std::exception_ptr why) {
                            if (!sink_.failed) std::rethrow_exception(why);
                            sink_.failed(std::move(why));
                          }});
}

void RelayedDecision::tell_own() {
  if (!std::exchange(first_, false)) return;
  const std::int64_t hold = relays_->own_hold();
  if (auto own = relays_->own()) tell(std::move(*own), hold);
}

// Circuits of one hop carry their own pair's demand.
void RelayedDecision::tell(schedule::ShiftRelays::Setting setting, std::int64_t hold) {
  if (shape_.digits() <= 1) setting.relays.clear();
  sink_.permutation(
      {std::move(setting.columns), hold, std::move(setting.relays), setting.sends_on});
}

}  // namespace jacquard::systemc
