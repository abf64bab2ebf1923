// SPDX-License-Identifier: Apache-2.0
// Heaviest assignments of small numbers, by searches over bit sets.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/matching/maximum_matching.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// The Hungarian method (Kuhn 1955) with a bit for each pair by which a row gains most, the gain
// being the weight less the column's price. As many rows as can be are matched by such pairs. Then
// the rows left gain less and what they want costs more, all at once, until another pair is as
// good. Small numbers have many pairs of equal gain: a step or two match all rows. O(N^2) for a
// step.
//
// A row and a column may also be joined without a pair, at 0 less a penalty for each of the two.
template <class Count>
class GainMatching {
 public:
  // Weight where there is no pair: below it are no gains of pairs.
  static constexpr Count kNone = std::numeric_limits<Count>::min() / 4;

  explicit GainMatching(int ports);

  // Price of each column: any are a legal start, the last ones are a good one. They only rise.
  std::vector<Count> price;
  std::vector<Count> row_penalty;
  std::vector<Count> column_penalty;

  // Takes what it costs least to have a column without a pair from the prices.
  void find_cheapest();
  Count cheapest() const { return cheapest_; }
  Count cost_without_pair(int column) const {
    return static_cast<Count>(base::at(price, column) + base::at(column_penalty, column));
  }

  // `weights` is row-major, ports x ports, and stays where it is. `columns`: rows matched already,
  // each where it gains most. Steps at most so often. True if all rows are matched.
  bool solve(const Count* weights, const Matching& columns, int most_steps);

  const Matching& columns() const { return at_best_.columns(); }
  // The most that a row gains: when all are matched, no heaviest matching has another pair than
  // those by which its row gains that.
  Count gain(int row) const { return base::at(gain_, row); }
  // Of the pair of a matched row; less than 0, the penalties, if it is joined without one.
  Count weight(int row) const;

 private:
  const Count* weights(int row) const { return weights_ + base::cell(row, 0, ports_); }
  Count without_pair(int row, Count cheapest) const {
    return static_cast<Count>(-base::at(row_penalty, row) - cheapest);
  }
  void find_best(int row);
  void list_best(int row);
  void lower_gains();

  int ports_;
  const Count* weights_ = nullptr;
  MaximumMatching at_best_;
  base::BitMatrix best_;     // the columns by which a row gains most
  std::vector<Count> gain_;  // the most that it gains
  std::vector<Count> next_;  // the most by columns that are not wanted
  std::vector<Count> masked_price_;
  std::vector<int> wanting_;
  Count cheapest_ = 0;
  std::vector<base::Word> cheapest_columns_;
};

}  // namespace jacquard::schedule
