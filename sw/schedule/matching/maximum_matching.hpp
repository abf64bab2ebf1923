// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// A bipartite matching that is kept from one question to the next: remove the pairs that no longer
// hold, then augment what is free. Breadth-first search over bit sets (Hopcroft & Karp's
// augmenting paths, one at a time): O(N^2/64 + N) per augmented row, no allocation after the first.
class MaximumMatching {
 public:
  explicit MaximumMatching(int ports);

  int ports() const { return static_cast<int>(columns_.size()); }
  int size() const { return size_; }
  const Matching& columns() const { return columns_; }  // column of each row, or kUnmatched
  int column(int row) const { return base::at(columns_, row); }
  int row(int column) const { return base::at(rows_, column); }

  void clear();
  void unmatch(int row);

  // Makes the matching maximum in `edges` (bit c of row r: the pair may be matched). Pairs matched
  // now must be edges. Returns its size.
  int augment(const base::BitMatrix& edges);
  // One augmenting path from a free row. False, and nothing changes, if there is none.
  bool augment_from(int row, const base::BitMatrix& edges);

 private:
  void flip_path(int last_row, int free_column);

  int size_ = 0;
  Matching columns_;
  std::vector<int> rows_;
  std::vector<base::Word> free_columns_;
  std::vector<base::Word> unseen_;
  std::vector<int> queue_;
  std::vector<int> parent_;  // of each row but the first on a path: the row it was reached from
};

}  // namespace jacquard::schedule
