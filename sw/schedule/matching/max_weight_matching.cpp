// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/max_weight_matching.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "jacquard/base/error.hpp"

namespace jacquard::schedule {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

MaxWeightMatching::MaxWeightMatching(int ports)
    : n_(at(ports)),
      columns_(n_, kUnmatched),
      rows_(n_),
      row_price_(n_),
      column_price_(n_, 0),
      distance_(n_),
      from_(n_),
      open_(n_) {
  settled_.reserve(n_);
}

std::int64_t MaxWeightMatching::solve(base::Span<const std::int64_t> weights) {
  JQ_CHECK(weights.size() == n_ * n_, "one weight for each pair");
  weights_ = weights.data();
  assign_tight_rows();
  for (std::size_t i = 0; i < n_; ++i) {
    if (columns_[i] == kUnmatched) augment_from(i);
  }
  std::int64_t total = 0;
  for (std::size_t i = 0; i < n_; ++i) total += weights_[i * n_ + at(columns_[i])];
  // Optimal prices differ by no more than the largest weight, so taking off their common part keeps
  // them bounded however many solves follow.
  const std::int64_t common = column_price_[0];
  for (std::int64_t& price : column_price_) price -= common;
  return total;
}

// Weak duality: whatever the column prices, every assignment weighs at most their sum and, for each
// row, the most it can gain over them.
std::int64_t MaxWeightMatching::bound(base::Span<const std::int64_t> weights) const {
  JQ_CHECK(weights.size() == n_ * n_, "one weight for each pair");
  std::int64_t total = std::accumulate(column_price_.begin(), column_price_.end(), std::int64_t{0});
  for (std::size_t i = 0; i < n_; ++i) total += best_gain(weights.data() + i * n_);
  return total;
}

std::int64_t MaxWeightMatching::best_gain(const std::int64_t* weight) const {
  std::int64_t best = std::numeric_limits<std::int64_t>::min();
  for (std::size_t j = 0; j < n_; ++j) best = std::max(best, weight[j] - column_price_[j]);
  return best;
}

void MaxWeightMatching::assign_tight_rows() {
  std::fill(columns_.begin(), columns_.end(), kUnmatched);
  std::fill(rows_.begin(), rows_.end(), kUnmatched);
  for (std::size_t i = 0; i < n_; ++i) {
    const std::int64_t* weight = weights_ + i * n_;
    const std::int64_t best = best_gain(weight);
    row_price_[i] = best;
    for (std::size_t j = 0; j < n_; ++j) {
      if (rows_[j] != kUnmatched || weight[j] - column_price_[j] != best) continue;
      rows_[j] = static_cast<int>(i);
      columns_[i] = static_cast<int>(j);
      break;
    }
  }
}

void MaxWeightMatching::augment_from(std::size_t row) {
  std::fill(distance_.begin(), distance_.end(), std::numeric_limits<std::int64_t>::max());
  std::iota(open_.begin(), open_.end(), 0);
  settled_.clear();
  std::size_t open = n_;
  std::size_t from = row;
  std::int64_t reached = 0;  // distance of `from`
  int end = kUnmatched;
  while (end == kUnmatched) {
    // Relax every open column over `from`; settle the nearest.
    const std::int64_t* weight = weights_ + from * n_;
    const std::int64_t base = reached + row_price_[from];
    std::size_t nearest = 0;
    std::int64_t nearest_distance = std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 0; k < open; ++k) {
      const std::size_t j = at(open_[k]);
      const std::int64_t d = base + column_price_[j] - weight[j];
      if (d < distance_[j]) {
        distance_[j] = d;
        from_[j] = static_cast<int>(from);
      }
      // Among equals a free column ends the search.
      if (distance_[j] < nearest_distance ||
          (distance_[j] == nearest_distance && rows_[j] == kUnmatched)) {
        nearest_distance = distance_[j];
        nearest = k;
      }
    }
    const int column = open_[nearest];
    open_[nearest] = open_[--open];
    reached = nearest_distance;
    if (rows_[at(column)] == kUnmatched) {
      end = column;
    } else {
      settled_.push_back(column);
      from = at(rows_[at(column)]);
    }
  }
  row_price_[row] -= reached;
  for (const int column : settled_) {
    const std::int64_t gain = reached - distance_[at(column)];
    column_price_[at(column)] += gain;
    row_price_[at(rows_[at(column)])] -= gain;
  }
  for (int column = end;;) {
    const int via = from_[at(column)];
    rows_[at(column)] = via;
    std::swap(columns_[at(via)], column);
    if (at(via) == row) break;
  }
}

}  // namespace jacquard::schedule
