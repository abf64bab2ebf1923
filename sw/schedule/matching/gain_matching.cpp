// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/gain_matching.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/schedule/matching/row_gains.hpp"

namespace jacquard::schedule {

template <class Count>
GainMatching<Count>::GainMatching(int ports)
    : price(base::index(ports)),
      row_penalty(price.size()),
      column_penalty(price.size()),
      ports_(ports),
      at_best_(ports),
      best_(ports, ports),
      gain_(price.size()),
      next_(price.size()),
      masked_price_(price.size()),
      cheapest_columns_(base::index(best_.words())) {}

template <class Count>
void GainMatching<Count>::find_cheapest() {
  cheapest_ = std::numeric_limits<Count>::max();
  for (int j = 0; j < ports_; ++j) cheapest_ = std::min(cheapest_, cost_without_pair(j));
  std::fill(cheapest_columns_.begin(), cheapest_columns_.end(), base::Word{0});
  for (int j = 0; j < ports_; ++j) {
    if (cost_without_pair(j) != cheapest_) continue;
    base::at(cheapest_columns_, j / base::kWordBits) |= base::Word{1} << (j % base::kWordBits);
  }
}

template <class Count>
bool GainMatching<Count>::solve(const Count* weights, const Matching& columns, int most_steps) {
  weights_ = weights;
  find_cheapest();
  at_best_.clear();
  for (int row = 0; row < ports_; ++row) {
    const int column = base::at(columns, row);
    if (column != kUnmatched) at_best_.match(row, column);
    find_best(row);
  }
  for (int step = 0; at_best_.augment(best_) < ports_; ++step) {
    if (step == most_steps) return false;
    lower_gains();
  }
  return true;
}

template <class Count>
Count GainMatching<Count>::weight(int row) const {
  const int column = base::at(columns(), row);
  const Count weight = weights(row)[column];
  const auto none =
      static_cast<Count>(-base::at(row_penalty, row) - base::at(column_penalty, column));
  return std::max(weight, none);
}

template <class Count>
void GainMatching<Count>::find_best(int row) {
  const Count most = most_gain(weights(row), price.data(), ports_);
  base::at(gain_, row) = std::max(most, without_pair(row, cheapest_));
  list_best(row);
}

template <class Count>
void GainMatching<Count>::list_best(int row) {
  const Count gain = base::at(gain_, row);
  base::Word* columns = best_.row(row);
  columns_of_gain(weights(row), price.data(), ports_, gain, columns);
  if (gain != without_pair(row, cheapest_)) return;
  for (int w = 0; w < best_.words(); ++w) columns[w] |= base::at(cheapest_columns_, w);
}

template <class Count>
void GainMatching<Count>::lower_gains() {
  const std::vector<base::Word>& others = at_best_.hopeful();
  const auto is_wanted = [&](int column) {
    return (base::at(others, column / base::kWordBits) >> (column % base::kWordBits) & 1) == 0;
  };
  wanting_.clear();
  Count cheapest_other = std::numeric_limits<Count>::max();
  for (int column = 0; column < ports_; ++column) {
    if (is_wanted(column)) {
      base::at(masked_price_, column) = -kNone;
      wanting_.push_back(at_best_.row(column));
    } else {
      base::at(masked_price_, column) = base::at(price, column);
      cheapest_other = std::min(cheapest_other, cost_without_pair(column));
    }
  }
  for (int row = 0; row < ports_; ++row) {
    const int column = at_best_.column(row);
    if (column == kUnmatched) {
      wanting_.push_back(row);
    } else if (!is_wanted(column)) {
      // What is wanted costs more now, and this row gains less by it.
      for (int w = 0; w < best_.words(); ++w) best_.row(row)[w] &= base::at(others, w);
    }
  }
  Count least = std::numeric_limits<Count>::max();
  for (const int row : wanting_) {
    Count& next = base::at(next_, row);
    next = std::max(most_gain(weights(row), masked_price_.data(), ports_),
                    without_pair(row, cheapest_other));
    least = std::min(least, static_cast<Count>(base::at(gain_, row) - next));
  }
  for (int column = 0; column < ports_; ++column) {
    if (is_wanted(column))
      base::at(price, column) = static_cast<Count>(base::at(price, column) + least);
  }
  find_cheapest();
  for (const int row : wanting_) {
    base::at(gain_, row) = static_cast<Count>(base::at(gain_, row) - least);
    if (base::at(next_, row) == base::at(gain_, row)) list_best(row);
  }
}

template class GainMatching<std::int16_t>;
template class GainMatching<std::int32_t>;
template class GainMatching<std::int64_t>;

}  // namespace jacquard::schedule
