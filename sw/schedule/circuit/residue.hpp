// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// What of a demand is not served yet, with its line sums and counts of nonzeros.
class Residue {
 public:
  struct Line {
    std::int64_t sum = 0;
    int nonzeros = 0;
  };

  explicit Residue(const demand::QuantaMatrix& demand);

  int ports() const { return static_cast<int>(rows_.size()); }
  std::int64_t at(int row, int column) const { return left_[index(row, column)]; }
  base::Span<const std::int64_t> row_major() const { return left_; }
  const Line& row(int r) const { return base::at(rows_, r); }
  const Line& column(int c) const { return base::at(columns_, c); }
  bool empty() const { return pairs_ == 0; }
  std::int64_t pairs() const { return pairs_; }  // nonzero entries
  std::int64_t largest_entry() const;
  std::int64_t largest_line_sum() const;
  int largest_nonzeros() const;  // of a line: the least number of settings that can serve the rest
  // max over lines of (sum + delta x nonzeros): the single-hop bound of the rest, in slots.
  double bound_in_slots(double delta) const;

  // Serves min(left, hold) on a pair; returns what that was.
  std::int64_t serve(int row, int column, std::int64_t hold);

  // Serves a setting and appends it to `schedule`: only pairs with something left are connected,
  // and the hold is cut to what the longest of them needs. Nothing is appended if no pair has any.
  // Returns the hold appended, or 0.
  std::int64_t serve(const Matching& setting, std::int64_t hold, Schedule& schedule);

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * rows_.size() + static_cast<std::size_t>(column);
  }
  std::vector<std::int64_t> left_;
  std::vector<Line> rows_;
  std::vector<Line> columns_;
  std::int64_t pairs_ = 0;
  Matching useful_;
};

}  // namespace jacquard::schedule
