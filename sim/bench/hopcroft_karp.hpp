// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::bench {

// Maximum bipartite matching on adjacency lists, phases of shortest augmenting paths after a greedy
// start. One object for many graphs of one size; its memory is kept.
class HopcroftKarp {
 public:
  explicit HopcroftKarp(int ports);

  // Column of each row in a maximum matching of the pairs with a count above 0 (row-major).
  const schedule::Matching& solve(base::Span<const std::int64_t> counts);

 private:
  void build(base::Span<const std::int64_t> counts);
  void match_greedily();
  bool layer();
  bool augment(int row);

  int ports_;
  std::vector<int> columns_;  // adjacency lists, one after another
  std::vector<int> first_;    // per row: where its list begins; one more at the end
  std::vector<int> next_;     // per row: what the depth-first search has not tried yet
  std::vector<int> layer_;    // per row, -1 if not reached
  std::vector<int> queue_;
  std::vector<int> row_of_;
  schedule::Matching column_of_;
};

}  // namespace jacquard::bench
