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
  // By start; the calendar has a copy. A slot has something to do where a placed round or a
  // repetition of it begins, and where the round ends. If each slot is apart (Sync::per_slot) it
  // has where the round goes on. So has each reserved slot, and the one behind the last.
  SlotCalendar(std::vector<stack::Placed> placed, std::vector<stack::Reserved> reserved,
               stack::Sync sync);

  struct Piece {
    int placed = 0;
    int repetition = 0;         // of the placed round, from 0
    std::int64_t in_slots = 0;  // slots since that began
  };
  struct Slot {
    std::vector<int> ends;  // placed rounds of which the slot is the first that is free again
    std::vector<int> begins;
    std::vector<Piece> pieces;
    // Reserved times, likewise; those that go on are also those that begin.
    std::vector<int> reserved_ends;
    std::vector<int> reserved_begins;
    std::vector<int> reserved;
  };

  // The next slot that has something to do; nothing behind the last.
  std::optional<std::int64_t> next() const { return next_; }
  const Slot& at_next() const { return slot_; }
  void advance();

  const stack::Placed& placed(int number) const { return base::at(placed_, number); }
  const stack::Reserved& reserved(int number) const { return base::at(reserved_, number); }

 private:
  void fill();
  void fill_reserved(std::int64_t slot);

  std::vector<stack::Placed> placed_;
  std::vector<stack::Reserved> reserved_;
  stack::Sync sync_;
  std::size_t coming_ = 0;   // the first that has not begun
  std::vector<int> active_;  // have begun and not ended
  std::size_t coming_reserved_ = 0;
  std::vector<int> active_reserved_;
  std::optional<std::int64_t> next_;
  Slot slot_;
};

}  // namespace jacquard::systemc
