// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// When settings start: at max(end of the one before + their guard, time it is ready), rounded up to
// the grid of slots if there is one.
class Plan {
 public:
  explicit Plan(base::Picoseconds grid) : grid_(grid) {}

  base::Picoseconds last_end() const { return end_; }
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
  }

 private:
  base::Picoseconds grid_;
  base::Picoseconds end_{0};
};

}  // namespace jacquard::systemc
