// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/matching/max_weight_matching.hpp"

namespace jacquard::schedule {

// One greedy step of Eclipse: a hold and a matching that serve as many quanta per slot spent as can
// be, hold and guard counted (Bojja Venkatakrishnan et al., SIGMETRICS 2016). For one hold the best
// matching is the heaviest under min(residue, hold); for one matching the best hold is one of its
// entries. Ties, of which the paper does not speak: of equal rates the longest hold, of equally
// heavy matchings one that finishes most pairs. Both leave fewer settings to come.
class HoldSearch {
 public:
  // Keeps a reference to `residue`; delta is the guard in slots, >= 0.
  HoldSearch(const Residue& residue, double delta);

  // Both answer the hold, 1..longest, for what is left now, which must not be nothing; columns() is
  // the matching. Every row has a column there, some with nothing left.

  // The best over all holds and matchings: as if the heaviest matching were taken for each distinct
  // entry. Bounds rule out most entries, so that few matchings are solved.
  std::int64_t full(std::int64_t longest);
  // Over the last hold and powers of two below the largest entry, then half and quarter octaves
  // around the best.
  std::int64_t coarse(std::int64_t longest);

  const Matching& columns() const { return columns_; }

 private:
  // The holds strictly between two that were solved, and the best rate any of them can have.
  struct Range {
    std::size_t low;
    std::size_t high;
    std::int64_t low_serves;
    std::int64_t high_serves;
    double bound;

    bool operator<(const Range& other) const { return bound < other.bound; }
  };

  void begin();
  double rate(std::int64_t served, std::int64_t hold) const;
  double rate_bound(std::int64_t hold) const;
  bool can_win(double bound, std::int64_t hold) const;
  std::int64_t weigh(std::int64_t hold);
  std::int64_t most_served(std::int64_t hold, std::int64_t longest);
  std::int64_t scale_for(std::int64_t hold) const;
  void take_best_hold_of(const Matching& columns, std::int64_t longest);
  void consider(std::int64_t hold, std::int64_t longest);
  void list_holds(std::int64_t longest);
  Range range(std::size_t low, std::size_t high, std::int64_t low_serves,
              std::int64_t high_serves) const;

  const Residue& residue_;
  double delta_;
  std::size_t n_;
  MaxWeightMatching matching_;
  std::vector<std::int64_t> weights_;
  std::vector<std::int64_t> row_largest_;
  std::vector<std::int64_t> column_largest_;
  std::vector<std::int64_t> lengths_;
  std::vector<std::int64_t> holds_;  // the distinct entries, ascending
  std::vector<Range> open_;          // a heap: ranges of holds_ that may hide a better one
  double best_rate_ = -1;
  std::int64_t best_hold_ = 0;
  Matching columns_;
};

}  // namespace jacquard::schedule
