// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {

// For every row the pairs that gain most, weight less the column's price, of weights that only fall
// and prices that only rise. Pairs not listed gain no more than `rest`, whatever has happened since
// they were last looked at.
template <class Count>
class NearPairs {
 public:
  static constexpr Count kNone = std::numeric_limits<Count>::min() / 4;

  struct Pair {
    Count gain;  // when last looked at, the largest first; since then it may have fallen
    Count weight;
    std::int32_t column;
  };
  struct Row {
    std::vector<Pair> pairs;
    Count rest = 0;   // kNone: all pairs are listed
    Count width = 1;  // how far below the best a pair is listed
  };

  NearPairs(int ports, std::vector<Count> weights);

  const Row& row(int r) const { return base::at(rows_, r); }
  // Weight of each column, far below kNone / 2 plus any price where there is no pair.
  const Count* weights(int r) const { return weights_.data() + base::cell(r, 0, ports_); }
  // Looks at all pairs of a row and lists its best.
  void renew(int row, const std::vector<Count>& price);
  // The same, and at least one pair more than were listed, if there is one.
  void extend(int row, const std::vector<Count>& price);
  void remove(int row, int column);
  // All prices are lowered by `common`.
  void lower_prices(Count common);

 private:
  void list(int row, const std::vector<Count>& price, Count least, Count most);
  // What was found, the largest gains first, of equal ones the lowest columns.
  void sort(std::vector<Pair>& pairs, Count least, Count most);

  int ports_;
  std::vector<Count> weights_;  // kNone: no pair
  std::vector<Row> rows_;
  std::vector<Pair> found_;
  std::vector<int> start_;
};

}  // namespace jacquard::schedule
