// SPDX-License-Identifier: Apache-2.0
// The cells of the min-hold core, clock by clock: docs/cores.md, "Min-hold".
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/shown.hpp"

namespace jacquard::schedule {

// One wave at a time: it is decided when it has crossed all groups, shown a clock later, and
// subtracted when taken.
class MinHoldArray {
 public:
  explicit MinHoldArray(const CoreShape& shape)
      : n_(shape.ports),
        groups_(shape.groups()),
        count_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_)),
        columns_(static_cast<std::size_t>(n_)),
        column_taken_(static_cast<std::size_t>(n_)) {}

  void set_row(int row, base::Span<const std::int64_t> entries) {
    for (int column = 0; column < n_; ++column) {
      cell(row, column) = base::at(entries, column);
    }
  }

  void begin() { crossed_ = 0; }
  void flush() {
    crossed_ = kNone;
    hold_ = 0;
  }
  bool idle() const { return crossed_ == kNone && hold_ == 0; }
  Shown shown() const { return hold_ == 0 ? Shown{} : Shown{&columns_, hold_}; }

  // A clock edge. Not called while a permutation is shown and not taken.
  void clock() {
    if (hold_ > 0) {
      take();
    } else if (crossed_ != kNone && crossed_++ == groups_) {
      crossed_ = kNone;
      match();
    }
  }

 private:
  static constexpr int kNone = -1;

  std::int64_t& cell(int row, int column) { return count_[base::cell(row, column, n_)]; }

  // Tamir & Chi's cells in the order of the diagonals. The counters stand still while a wave
  // crosses them, so it may be decided at once.
  void match() {
    std::fill(columns_.begin(), columns_.end(), kUnmatched);
    std::fill(column_taken_.begin(), column_taken_.end(), 0);
    for (int d = 0; d < n_; ++d) {
      for (int row = 0; row < n_; ++row) {
        const int column = (row + d) % n_;
        int& chosen = base::at(columns_, row);
        char& taken = base::at(column_taken_, column);
        const std::int64_t count = cell(row, column);
        if (chosen != kUnmatched || taken != 0 || count == 0) continue;
        chosen = column;
        taken = 1;
        hold_ = hold_ == 0 ? count : std::min(hold_, count);
      }
    }
  }

  void take() {
    for (int row = 0; row < n_; ++row) {
      const int column = base::at(columns_, row);
      if (column != kUnmatched) cell(row, column) -= hold_;
    }
    hold_ = 0;
    crossed_ = 0;
  }

  int n_;
  int groups_;
  std::vector<std::int64_t> count_;
  Matching columns_;
  std::vector<char> column_taken_;
  std::int64_t hold_ = 0;  // of the permutation shown; 0 if none is
  int crossed_ = kNone;    // groups the wave has crossed
};

}  // namespace jacquard::schedule
