// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule::bvn {

// The slot at which each row's pair runs out, and the earliest of them. A decomposition never
// subtracts what was served: it only asks which row is next. Rows are kept in groups with one
// minimum each, so that a step pays for the groups it touched and one pass over N / 16 minima.
template <class Count>
class ExpiryTimes {
 public:
  static constexpr Count kNever = std::numeric_limits<Count>::max();

  void reset(int rows) {
    groups_ = (rows + kGroup - 1) / kGroup;
    time_.assign(static_cast<std::size_t>(groups_) * kGroup, kNever);
    group_min_.assign(static_cast<std::size_t>(groups_), kNever);
    stale_ = 0;
  }

  Count at(int row) const { return time_[static_cast<std::size_t>(row)]; }
  void set(int row, Count time) {
    time_[static_cast<std::size_t>(row)] = time;
    stale_ |= base::Word{1} << (row / kGroup);
  }

  // The smallest time of any row, kNever if none has one.
  Count earliest() {
    base::for_each_bit(stale_, 0, [this](int group) { refresh(group); });
    stale_ = 0;
    Count least = kNever;
    for (const Count time : group_min_) least = std::min(least, time);
    return least;
  }

  // Calls visit(row) for every row whose time is `time`, the value earliest() has just returned.
  template <class Visit>
  void for_each_at(Count time, Visit&& visit) const {
    for (int group = 0; group < groups_; ++group) {
      if (group_min_[static_cast<std::size_t>(group)] != time) continue;
      for (int row = group * kGroup; row < (group + 1) * kGroup; ++row) {
        if (at(row) == time) visit(row);
      }
    }
  }

 private:
  static constexpr int kGroup = 16;  // 1,024 rows are 64 groups: one word says which are stale

  void refresh(int group) {
    const Count* first = time_.data() + static_cast<std::size_t>(group) * kGroup;
    Count least = first[0];
    for (int k = 1; k < kGroup; ++k) least = std::min(least, first[k]);
    group_min_[static_cast<std::size_t>(group)] = least;
  }

  int groups_ = 0;
  std::vector<Count> time_;
  std::vector<Count> group_min_;
  base::Word stale_ = 0;
};

}  // namespace jacquard::schedule::bvn
