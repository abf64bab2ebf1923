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
// What a failed search met leads to no free column, nor will it while the edges are the same: later
// searches leave it out. So all failures of one call of augment() cost one search together.
class MaximumMatching {
 public:
  explicit MaximumMatching(int ports);

  int ports() const { return static_cast<int>(columns_.size()); }
  int size() const { return size_; }
  const Matching& columns() const { return columns_; }  // column of each row, or kUnmatched
  int column(int row) const { return base::at(columns_, row); }
  int row(int column) const { return base::at(rows_, column); }

  void clear();
  void match(int row, int column);  // both free
  void unmatch(int row);

  // Makes the matching maximum in `edges` (bit c of row r: the pair may be matched). Pairs matched
  // now must be edges. Returns its size.
  int augment(const base::BitMatrix& edges);
  // The same for the free rows of a set, lowest first. Rows that it matches leave the set.
  void augment(const base::BitMatrix& edges, const base::Word* rows, base::Word* free_rows);
  // After augment(): not the columns that a free row leads to. Rows that are
  // free, and those matched to the others, have edges to the others alone.
  const std::vector<base::Word>& hopeful() const { return hopeful_; }
  // One augmenting path from a free row. False, and nothing changes, if there is none.
  bool augment_from(int row, const base::BitMatrix& edges);

 private:
  void forget_dead_ends();
  bool search(int row, const base::BitMatrix& edges);
  bool leads_on(const base::Word* edge) const;
  bool take_free_column(int last_row, const base::BitMatrix& edges);
  void flip_path(int last_row, int free_column);

  int size_ = 0;
  Matching columns_;
  std::vector<int> rows_;
  std::vector<base::Word> free_columns_;
  std::vector<base::Word> unseen_;
  std::vector<base::Word> hopeful_;  // columns that no failed search has met
  std::vector<base::Word> barren_;   // rows known to have no free column
  std::vector<int> queue_;
  std::vector<int> parent_;  // of each row but the first on a path: the row it was reached from
};

}  // namespace jacquard::schedule
