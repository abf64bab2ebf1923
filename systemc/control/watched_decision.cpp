// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/watched_decision.hpp"

#include <algorithm>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

WatchedDecision::WatchedDecision(const sc_core::sc_module_name& name,
                                 std::unique_ptr<Decision> watched, int stuck_after,
                                 base::Picoseconds watchdog)
    : sc_core::sc_module(name),
      watched_(std::move(watched)),
      left_(stuck_after),
      watchdog_(watchdog),
      agenda_("agenda") {}

void WatchedDecision::begin(const demand::QuantaMatrix& demand, DecisionSink sink) {
  if (!std::exchange(first_, false)) {
    watched_->begin(demand, std::move(sink));
    return;
  }
  sink_ = std::move(sink);
  last_ = now();
  watched_->begin(demand, {[this](Permutation permutation) {
                             stuck_ = stuck_ || left_ == 0;
                             if (stuck_) return;
                             --left_;
                             last_ = now();
                             sink_.permutation(std::move(permutation));
                           },
                           [this] { over(); }});
}

// The model goes on where the hardware would be stuck, so that it may begin anew.
void WatchedDecision::over() {
  if (!stuck_) {
    sink_.done();
    return;
  }
  agenda_.at(std::max(now(), base::plus(last_, watchdog_)), [this] { sink_.done(); });
}

}  // namespace jacquard::systemc
