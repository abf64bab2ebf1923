// SPDX-License-Identifier: Apache-2.0
// The first clock at which each command may go to each bank: the constraints of TimingOf.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/memory/access.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::memory {

// Each constraint is a clock kept for the bank, its group or the channel; a command moves those of
// the commands that it holds off. Banks are counted group by group.
class BankTiming {
 public:
  static constexpr Clock kNever = std::numeric_limits<Clock>::max();

  BankTiming(const Organisation& organisation, const Timing& timing);

  int group_of(int bank) const { return base::at(group_of_, bank); }

  // Of a closed bank: not before either.
  Clock activate_at() const { return latest(activate_any_, base::at(window_, oldest_)); }
  Clock activate_at(int bank) const {
    return latest(base::at(activate_, bank), base::at(group_activate_, group_of(bank)));
  }
  // A closed bank may be refreshed; and is not within tRREFD or tRRD_S of another bank's command.
  Clock refresh_at(int bank) const { return base::at(activate_, bank); }
  Clock next_bank_refresh_at() const { return bank_refresh_; }
  // Of an open bank.
  Clock precharge_at(int bank) const { return base::at(precharge_, bank); }
  // Not before either.
  Clock column_at() const { return column_any_; }
  Clock column_at(int bank, Direction direction) const {
    return latest(opened_at(bank, direction), turned_at(bank, direction),
                  base::at(column_[lane(direction)], group_of(bank)));
  }
  // Parts of it: the row is there; the bus has turned around.
  Clock opened_at(int bank, Direction direction) const {
    return base::at(opened_[lane(direction)], bank);
  }
  Clock turned_at(int bank, Direction direction) const {
    return latest(turned_[lane(direction)],
                  direction == Direction::read ? base::at(turned_to_read_, group_of(bank)) : 0);
  }
  // The refresh of a bank has ended, or there was none; of every bank.
  Clock refreshed_at() const { return refreshed_all_; }
  Clock refreshed_at(int bank) const { return base::at(refreshed_, bank); }

  void activate(int bank, Clock clock);
  void precharge(int bank, Clock clock);
  // Returns the end of its data.
  Clock column(int bank, Direction direction, Clock clock);
  // A refresh of these banks; `all`: by one command for every bank of the channel.
  void refresh(base::Word banks, bool all, Clock clock);

  Clock burst() const { return burst_; }
  const ClockTiming& clocks() const { return t_; }

 private:
  static std::size_t lane(Direction direction) { return static_cast<std::size_t>(direction); }
  static Clock latest(Clock a, Clock b) { return a > b ? a : b; }
  static Clock latest(Clock a, Clock b, Clock c) { return latest(latest(a, b), c); }
  static void not_before(Clock& earliest, Clock clock) { earliest = latest(earliest, clock); }

  ClockTiming t_;
  Clock burst_;
  std::vector<int> group_of_;
  // By bank.
  std::vector<Clock> activate_, precharge_, refreshed_;
  std::array<std::vector<Clock>, 2> opened_;
  // By group.
  std::vector<Clock> group_activate_, turned_to_read_;
  std::array<std::vector<Clock>, 2> column_;
  // Of the channel.
  Clock activate_any_ = 0, column_any_ = 0, bank_refresh_ = 0, refreshed_all_ = 0;
  std::array<Clock, 2> turned_{};
  std::array<Clock, 4> window_{};  // tFAW after each of the last four activations
  std::size_t oldest_ = 0;         // of window_
};

}  // namespace jacquard::memory
