// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/bitset.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::bench {

// Maximum bipartite matching on bit sets: a greedy start, then one depth-first augmenting search
// per row left free, which visits a column once and takes a free column where it sees one. One
// object for many graphs of one size; its memory is kept.
class BitsetMatching {
 public:
  explicit BitsetMatching(int ports);

  // The pairs are those with a count above 0 (row-major).
  void build(base::Span<const std::int64_t> counts);
  void remove(int row, int column) { columns_of_.reset(row, column); }

  // Column of each row in a maximum matching.
  const schedule::Matching& solve();

 private:
  bool take_free_column(int row);
  void augment(int root);
  void walk_back(int row, int column, int root);

  int ports_;
  base::BitMatrix columns_of_;
  std::vector<base::Word> free_columns_;
  std::vector<base::Word> unseen_;  // columns this search has not visited
  std::vector<int> row_of_;
  std::vector<int> reached_from_;  // per column: the row the search came from
  std::vector<int> queue_;
  schedule::Matching column_of_;
};

}  // namespace jacquard::bench
