// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/falling_weights.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/schedule/matching/row_gains.hpp"

namespace jacquard::schedule {
namespace {

template <class Count>
constexpr Count kFar = std::numeric_limits<Count>::max();
constexpr int kMostSteps = 12;
constexpr int kMostBids = 16;  // per row and solve; prices of equal pairs rise by little

enum Order { kFree, kTaken, kNoWeight, kFurther };

}  // namespace

template <class Count>
FallingWeights<Count>::FallingWeights(int ports, std::vector<Count> weights)
    : ports_(ports),
      penalty_(*std::max_element(weights.begin(), weights.end()) * ports + 1),
      near_(ports, std::move(weights)),
      at_no_loss_(ports),
      best_(ports, ports),
      columns_(base::index(ports), kUnmatched),
      rows_(columns_),
      weight_(base::index(ports)),
      price_(weight_.size()),
      row_penalty_(weight_.size()),
      column_penalty_(weight_.size()),
      distance_(weight_.size(), kFar<Count>),
      via_weight_(weight_.size()),
      from_(weight_.size()),
      row_base_(weight_.size()),
      best_gain_(weight_.size()),
      masked_price_(weight_.size()),
      cheapest_columns_(base::index(best_.words())) {}

template <class Count>
void FallingWeights<Count>::cover_row(int row) { base::at(row_penalty_, row) = penalty_; }
template <class Count>
void FallingWeights<Count>::cover_column(int column) { base::at(column_penalty_, column) = penalty_; }

template <class Count>
void FallingWeights<Count>::remove(int row, int column) { near_.remove(row, column); }

template <class Count>
Count FallingWeights<Count>::no_pair(int row, int column) const {
  return -base::at(row_penalty_, row) - base::at(column_penalty_, column);
}

template <class Count>
void FallingWeights<Count>::solve() {
  std::fill(columns_.begin(), columns_.end(), kUnmatched);
  std::fill(rows_.begin(), rows_.end(), kUnmatched);
  const Count common = *std::min_element(price_.begin(), price_.end());
  for (Count& price : price_) price -= common;
  near_.lower_prices(common);
  find_cheapest();
  bid();
  find_cheapest();
  match_at_no_loss();
  for (int row = 0; row < ports_; ++row) {
    if (base::at(columns_, row) == kUnmatched) augment_from(row);
  }
}

template <class Count>
void FallingWeights<Count>::bid() {
  int bids_left = kMostBids * ports_;
  for (int row = 0; row < ports_; ++row) {
    for (int bidder = row; bidder != kUnmatched && bids_left > 0; --bids_left) {
      int evicted = kUnmatched;
      if (!bid_for(bidder, evicted)) break;
      bidder = evicted;
    }
  }
}

// The row takes its best column and raises the price by what it gains there over the second best.
// False, and nothing happens, if its best column is taken and not worth more than the second best,
// or if joining without a pair may be best.
template <class Count>
bool FallingWeights<Count>::bid_for(int row, int& evicted) {
  const Count without = -base::at(row_penalty_, row) - cheapest_;
  for (bool renewed = false;; renewed = true) {
    const typename Near::Row& near = near_.row(row);
    Count best = Near::kNone;
    Count second = std::max(near.rest, without);
    typename Near::Pair taken{0, 0, kUnmatched};
    for (const typename Near::Pair& pair : near.pairs) {
      if (pair.gain <= second && pair.gain < best) break;
      const Count gain = pair.weight - base::at(price_, pair.column);
      if (gain > best || (gain == best && base::at(rows_, taken.column) != kUnmatched)) {
        second = std::max(second, best);
        best = gain;
        taken = pair;
      } else {
        second = std::max(second, gain);
      }
    }
    if (near.rest > best && !renewed) {
      near_.renew(row, price_);
      continue;
    }
    if (taken.column == kUnmatched || second > best) return false;
    evicted = base::at(rows_, taken.column);
    if (evicted != kUnmatched) {
      if (second == best) return false;
      base::at(columns_, evicted) = kUnmatched;
    }
    base::at(price_, taken.column) += best - second;
    base::at(rows_, taken.column) = row;
    base::at(columns_, row) = taken.column;
    base::at(weight_, row) = taken.weight;
    return true;
  }
}

template <class Count>
void FallingWeights<Count>::match_at_no_loss() {
  at_no_loss_.clear();
  for (int row = 0; row < ports_; ++row) {
    const int column = base::at(columns_, row);
    if (column != kUnmatched) at_no_loss_.match(row, column);
  }
  if (at_no_loss_.size() == ports_) return;
  for (int row = 0; row < ports_; ++row) list_best(row);
  for (int step = 0; at_no_loss_.augment(best_) < ports_; ++step) {
    if (step == kMostSteps) break;
    lower_gains();
  }
  for (int row = 0; row < ports_; ++row) {
    const int column = at_no_loss_.column(row);
    if (column == kUnmatched) continue;
    base::at(columns_, row) = column;
    base::at(rows_, column) = row;
    const Count weight = near_.weights(row)[column];
    const bool paired = weight - base::at(price_, column) == base::at(best_gain_, row);
    base::at(weight_, row) = paired ? weight : no_pair(row, column);
  }
}

template <class Count>
void FallingWeights<Count>::list_best(int row) {
  base::Word* words = best_.row(row);
  const typename Near::Row& near = near_.row(row);
  const Count without = -base::at(row_penalty_, row) - cheapest_;
  Count most = Near::kNone;
  for (const typename Near::Pair& pair : near.pairs) {
    if (pair.gain <= most) break;
    most = std::max(most, pair.weight - base::at(price_, pair.column));
  }
  if (near.rest >= most) {
    most = most_gain(near_.weights(row), price_.data(), ports_);
    base::at(best_gain_, row) = std::max(most, without);
    set_best(row);
    return;
  }
  base::at(best_gain_, row) = std::max(most, without);
  std::fill(words, words + best_.words(), base::Word{0});
  if (without >= most) add_cheapest(words);
  for (const typename Near::Pair& pair : near.pairs) {
    if (pair.gain < base::at(best_gain_, row)) break;
    if (pair.weight - base::at(price_, pair.column) == base::at(best_gain_, row)) {
      best_.set(row, pair.column);
    }
  }
}

template <class Count>
void FallingWeights<Count>::set_best(int row) {
  const Count best = base::at(best_gain_, row);
  columns_of_gain(near_.weights(row), price_.data(), ports_, best, best_.row(row));
  if (best == -base::at(row_penalty_, row) - cheapest_) add_cheapest(best_.row(row));
}

template <class Count>
void FallingWeights<Count>::add_cheapest(base::Word* columns) const {
  for (std::size_t w = 0; w < cheapest_columns_.size(); ++w) columns[w] |= cheapest_columns_[w];
}

// Of joining a row to a column without a pair, but for the row's penalty.
template <class Count>
void FallingWeights<Count>::find_cheapest() {
  cheapest_ = kFar<Count>;
  for (int j = 0; j < ports_; ++j) cheapest_ = std::min(cheapest_, cost_without_pair(j));
  std::fill(cheapest_columns_.begin(), cheapest_columns_.end(), base::Word{0});
  for (int j = 0; j < ports_; ++j) {
    if (cost_without_pair(j) != cheapest_) continue;
    base::at(cheapest_columns_, j / base::kWordBits) |= base::Word{1} << (j % base::kWordBits);
  }
}

// Free rows, and those matched to columns that free rows lead to, gain less, and these columns cost
// more, until one of the rows gains as much by another column (Kuhn 1955).
template <class Count>
void FallingWeights<Count>::lower_gains() {
  const std::vector<base::Word>& others = at_no_loss_.hopeful();
  const auto is_other = [&](int column) {
    return (base::at(others, column / base::kWordBits) >> (column % base::kWordBits) & 1) != 0;
  };
  settled_.clear();  // the rows
  Count cheapest_other = kFar<Count>;
  for (int column = 0; column < ports_; ++column) {
    if (is_other(column)) {
      base::at(masked_price_, column) = base::at(price_, column);
      cheapest_other = std::min(cheapest_other, cost_without_pair(column));
    } else {
      base::at(masked_price_, column) = -Near::kNone;
      settled_.push_back(at_no_loss_.row(column));
    }
  }
  for (int row = 0; row < ports_; ++row) {
    if (at_no_loss_.column(row) == kUnmatched) settled_.push_back(row);
  }
  Count least = kFar<Count>;
  for (const int row : settled_) {
    Count& next = base::at(row_base_, row);
    next = std::max(most_gain(near_.weights(row), masked_price_.data(), ports_),
                    -base::at(row_penalty_, row) - cheapest_other);
    least = std::min(least, base::at(best_gain_, row) - next);
  }
  for (int column = 0; column < ports_; ++column) {
    if (!is_other(column)) base::at(price_, column) += least;
  }
  find_cheapest();
  for (int row = 0; row < ports_; ++row) {
    const int column = at_no_loss_.column(row);
    if (column == kUnmatched || !is_other(column)) continue;
    for (int w = 0; w < best_.words(); ++w) best_.row(row)[w] &= base::at(others, w);
  }
  for (const int row : settled_) {
    base::at(best_gain_, row) -= least;
    if (base::at(row_base_, row) == base::at(best_gain_, row)) set_best(row);
  }
}

template <class Count>
void FallingWeights<Count>::augment_from(int row) {
  events_.clear();
  settled_.clear();
  touched_.clear();
  end_distance_ = kFar<Count>;
  no_weight_ = kFar<Count>;
  // Its own best gain would be distance 0; any other start does as well.
  base::at(weight_, row) = 0;
  search_from(row, 0);
  Count reached = 0;
  int end = kUnmatched;
  while (end == kUnmatched) {
    const Event event = pop();
    reached = event.distance;
    if (event.order == kFurther) {
      near_.extend(event.id, price_);
      look_at(event.id, base::at(row_base_, event.id), 0);
    } else if (event.order == kNoWeight) {
      if (event.distance != no_weight_ + cheapest_) continue;
      for (int j = 0; j < ports_; ++j) {
        const Count d = no_weight_ + cost_without_pair(j);
        if (d < base::at(distance_, j)) {
          reach(j, d, no_pair(no_weight_from_, j), no_weight_from_);
        }
      }
    } else if (event.distance == base::at(distance_, event.id)) {
      if (event.order == kFree) {
        end = event.id;
      } else {
        settled_.push_back(event.id);
        search_from(base::at(rows_, event.id), reached);
      }
    }
  }
  for (const int column : settled_) {
    base::at(price_, column) += reached - base::at(distance_, column);
  }
  for (const int column : touched_) base::at(distance_, column) = kFar<Count>;
  for (int column = end;;) {
    const int via = base::at(from_, column);
    base::at(rows_, column) = via;
    base::at(weight_, via) = base::at(via_weight_, column);
    std::swap(base::at(columns_, via), column);
    if (via == row) break;
  }
}

// A pair of the row that gains g leads to distance base - g.
template <class Count>
void FallingWeights<Count>::search_from(int row, Count reached) {
  const int column = base::at(columns_, row);
  const Count own =
      column == kUnmatched ? 0 : base::at(weight_, row) - base::at(price_, column);
  const Count base = reached + own;
  base::at(row_base_, row) = base;
  const Count no_weight = base + base::at(row_penalty_, row);
  if (no_weight < no_weight_) {
    no_weight_ = no_weight;
    no_weight_from_ = row;
    push(no_weight + cheapest_, kNoWeight, 0);
  }
  look_at(row, base, 0);
}

template <class Count>
void FallingWeights<Count>::look_at(int row, Count base, std::size_t first) {
  const typename Near::Row& near = near_.row(row);
  for (std::size_t k = first; k < near.pairs.size(); ++k) {
    const typename Near::Pair& pair = near.pairs[k];
    if (base - pair.gain >= end_distance_) return;
    const Count d = base - pair.weight + base::at(price_, pair.column);
    if (d < base::at(distance_, pair.column)) reach(pair.column, d, pair.weight, row);
  }
  if (near.rest != Near::kNone) push(base - near.rest, kFurther, row);
}

template <class Count>
void FallingWeights<Count>::reach(int column, Count distance, Count weight, int from) {
  if (distance >= end_distance_) return;
  if (base::at(distance_, column) == kFar<Count>) touched_.push_back(column);
  base::at(distance_, column) = distance;
  base::at(via_weight_, column) = weight;
  base::at(from_, column) = from;
  const bool free = base::at(rows_, column) == kUnmatched;
  if (free) end_distance_ = distance;
  push(distance, free ? kFree : kTaken, column);
}

template <class Count>
void FallingWeights<Count>::push(Count distance, int order, int id) {
  if (order >= kNoWeight && distance >= end_distance_) return;
  events_.push_back({distance, order, id});
  std::push_heap(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
    return a.distance > b.distance || (a.distance == b.distance && a.order > b.order);
  });
}

template <class Count>
typename FallingWeights<Count>::Event FallingWeights<Count>::pop() {
  std::pop_heap(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
    return a.distance > b.distance || (a.distance == b.distance && a.order > b.order);
  });
  const Event event = events_.back();
  events_.pop_back();
  return event;
}

template class FallingWeights<std::int32_t>;
template class FallingWeights<std::int64_t>;

}  // namespace jacquard::schedule
