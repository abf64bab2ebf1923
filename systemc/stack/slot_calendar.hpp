// SPDX-License-Identifier: Apache-2.0
// What begins and ends in which slot of a timeline.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/stack/slot_clock.hpp"
#include "jacquard/stack/timeline.hpp"

namespace jacquard::systemc {

class SlotCalendar {
 public:
  // `placed` by start; the calendar has a copy. A slot has something to do where a placed round
  // begins or ends, a repetition of it begins, and, if each slot is apart (Sync::per_slot), where
  // it goes on.
  SlotCalendar(std::vector<stack::Placed> placed, stack::Sync sync);

  struct Piece {
    int placed = 0;
    int repetition = 0;         // of the placed round, from 0
    std::int64_t in_slots = 0;  // slots since that began
  };
  struct Slot {
    std::vector<int> ends;  // placed rounds of which the slot is the first that is free again
    std::vector<int> begins;
    std::vector<Piece> pieces;
  };

  // The next slot that has something to do; nothing behind the last.
  std::optional<std::int64_t> next() const { return next_; }
  const Slot& at_next() const { return slot_; }
  void advance();

  const stack::Placed& placed(int number) const { return base::at(placed_, number); }

 private:
  void fill();

  std::vector<stack::Placed> placed_;
  stack::Sync sync_;
  std::size_t coming_ = 0;   // the first that has not begun
  std::vector<int> active_;  // have begun and not ended
  std::optional<std::int64_t> next_;
  Slot slot_;
};

}  // namespace jacquard::systemc
