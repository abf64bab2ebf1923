// SPDX-License-Identifier: Apache-2.0
// Heaviest matchings of weights that only fall, one after the other.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "jacquard/schedule/matching/gain_matching.hpp"
#include "jacquard/schedule/matching/near_pairs.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// Shortest augmenting paths as MaxWeightMatching has them (Jonker & Volgenant 1987). Weights only
// fall here, and prices only rise, so what a pair gains over its price only falls. So a row looks
// at its few best pairs (NearPairs), and at its others when those have fallen to what they can
// have. Bids come first: a free row takes its best column from whom it gains less. Then as many
// rows as can be are matched where they gain most, over bit sets. Small numbers leave few others.
//
// A row and a column may also be joined at weight 0, less a penalty for each of the two that must
// be covered. All such pairs lead over one point, so that they cost a search N steps, not N^2.
template <class Count>
class FallingWeights {
 public:
  using Near = NearPairs<Count>;

  // Whether sums of so large weights and of penalties are far from what numbers hold.
  static bool fits(int ports, std::int64_t largest) {
    return largest <= std::numeric_limits<Count>::max() / 64 / (ports + 1);
  }

  // `weights` is row-major, ports x ports, 0: no pair. N of them must fit().
  FallingWeights(int ports, std::vector<Count> weights);

  // From now on matchings cover the line, if some matching covers it and all others of the kind.
  void cover_row(int row);
  void cover_column(int column);

  void solve();
  // Of each row; rows may be joined to columns that they have no pair with.
  const Matching& columns() const { return columns_; }
  // The pair is no more.
  void remove(int row, int column);

 private:
  // Something a search comes to: a column, all columns of no weight, or a row's further pairs.
  struct Event {
    Count distance;
    int order;  // free columns first, then others, then the rest
    int id;
  };

  bool match_at_best();
  void bid();
  bool bid_for(int row, int& evicted);
  void augment_from(int row);
  void search_from(int row, Count reached);
  void look_at(int row, Count base, std::size_t first);
  void reach(int column, Count distance, Count weight, int from);
  void push(Count distance, int order, int id);
  Event pop();
  Count no_pair(int row, int column) const;  // weight of joining them all the same

  int ports_;
  Count penalty_;
  bool few_values_;
  NearPairs<Count> near_;
  GainMatching<Count> gains_;
  Matching columns_;
  std::vector<int> rows_;
  std::vector<Count> weight_;  // of each row's pair
  // Of a search.
  std::vector<Event> events_;
  std::vector<Count> distance_;
  std::vector<Count> via_weight_;  // of the pair by which a column was reached
  std::vector<int> from_;
  std::vector<int> touched_, settled_;
  std::vector<Count> row_base_;
  Count end_distance_ = 0;
  Count no_weight_ = 0;  // distance of the point over which pairs of no weight lead
  int no_weight_from_ = 0;
};

}  // namespace jacquard::schedule
