// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// When settings of one switch start: at max(end of the one before + their guard, time it is ready),
// rounded up to the grid of slots if there is one.
class Plan {
 public:
  explicit Plan(base::Picoseconds grid) : grid_(grid) {}

  base::Picoseconds last_end() const { return end_; }
  base::Picoseconds guards() const { return guards_; }  // of all settings
  base::Picoseconds holds() const { return holds_; }
  // Nothing starts before `time` + guard.
  void not_before(base::Picoseconds time) { end_ = std::max(end_, time); }

  base::Picoseconds start_of(base::Picoseconds ready, base::Picoseconds guard) const {
    const base::Picoseconds start = std::max(end_ + guard, ready);
    if (grid_.count() == 0) return start;
    const std::int64_t slots = (start.count() + grid_.count() - 1) / grid_.count();
    return grid_ * slots;
  }
  void take(base::Picoseconds start, base::Picoseconds hold, base::Picoseconds guard) {
    JQ_CHECK(start >= end_ + guard, "settings of a plan do not overlap");
    end_ = start + hold;
    guards_ += guard;
    holds_ += hold;
  }

 private:
  base::Picoseconds grid_;
  base::Picoseconds end_{0};
  base::Picoseconds guards_{0}, holds_{0};
};

// Of parallel switches: whole settings are dealt out, each to the switch that is free first.
class Plans {
 public:
  Plans(int switches, base::Picoseconds grid)
      : all_(static_cast<std::size_t>(switches), Plan(grid)) {}

  // Of equal ones that of the lowest number.
  int free_first() const { return place_of(std::min_element(all_.begin(), all_.end(), sooner)); }
  // That of the switch which ends last, likewise.
  const Plan& last() const { return *std::max_element(all_.begin(), all_.end(), sooner); }
  Plan& of(int number) { return all_[static_cast<std::size_t>(number)]; }
  const std::vector<Plan>& all() const { return all_; }
  void not_before(base::Picoseconds time) {
    for (Plan& one : all_) one.not_before(time);
  }

 private:
  static bool sooner(const Plan& a, const Plan& b) { return a.last_end() < b.last_end(); }
  int place_of(std::vector<Plan>::const_iterator one) const {
    return static_cast<int>(one - all_.begin());
  }

  std::vector<Plan> all_;
};

}  // namespace jacquard::systemc
