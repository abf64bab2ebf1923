// SPDX-License-Identifier: Apache-2.0
// Where the clocks of a channel's data bus went.
#pragma once

#include <array>

#include "jacquard/memory/figures.hpp"
#include "jacquard/memory/organisation.hpp"
#include "jacquard/memory/timing.hpp"

namespace jacquard::memory {

// Books every clock up to counted() once: a burst from its column command on as data, any other
// clock as what the controller says of it. A clock is one of turn-around only if the next burst
// goes the other way than the last, so that is settled when it comes.
class BusClocks {
 public:
  enum class Use : std::uint8_t { data, refresh, turnaround, activate, idle };
  struct Span {
    Use use = Use::idle;
    bool turning = false;  // a burst waits for the bus to turn around
    Clock until = 0;       // all of it holds until then
  };

  Clock counted() const { return counted_; }
  // No data from counted() to `until`.
  void pass(const Span& span, Clock until);
  // A column command, at counted().
  void data(Clock burst, bool turned);

  // At a clock >= counted() but for the burst that runs. They add up to the clock's time.
  BusTimes times(Clock now, const Organisation& organisation) const;

 private:
  using Clocks = std::array<Clock, 5>;  // by Use

  Clocks settled_{};
  // Since the last burst: if the next one goes the same way, and the other way.
  Clocks same_way_{}, other_way_{};
  Clock counted_ = 0;
};

}  // namespace jacquard::memory
