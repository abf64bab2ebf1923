// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/falling_weights.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/schedule/matching/row_gains.hpp"

namespace jacquard::schedule {
namespace {

template <class Count>
constexpr Count kFar = std::numeric_limits<Count>::max();
constexpr int kFewValues = 4096;  // up to which rows seldom gain most by one column alone
constexpr int kMostSteps = 12;
constexpr int kMostBids = 16;  // per row and solve; prices of equal pairs rise by little

enum Order { kFree, kTaken, kNoWeight, kFurther };

}  // namespace

template <class Count>
FallingWeights<Count>::FallingWeights(int ports, std::vector<Count> weights)
    : ports_(ports),
      penalty_(*std::max_element(weights.begin(), weights.end()) * ports + 1),
      few_values_(penalty_ / ports <= kFewValues),
      near_(ports, std::move(weights)),
      gains_(ports),
      columns_(base::index(ports), kUnmatched),
      rows_(columns_),
      weight_(base::index(ports)),
      distance_(weight_.size(), kFar<Count>),
      via_weight_(weight_.size()),
      from_(weight_.size()),
      row_base_(weight_.size()) {}

template <class Count>
void FallingWeights<Count>::cover_row(int row) {
  base::at(gains_.row_penalty, row) = penalty_;
}
template <class Count>
void FallingWeights<Count>::cover_column(int column) {
  base::at(gains_.column_penalty, column) = penalty_;
}

template <class Count>
void FallingWeights<Count>::remove(int row, int column) {
  near_.remove(row, column);
}

template <class Count>
Count FallingWeights<Count>::no_pair(int row, int column) const {
  return -base::at(gains_.row_penalty, row) - base::at(gains_.column_penalty, column);
}

template <class Count>
void FallingWeights<Count>::solve() {
  std::fill(columns_.begin(), columns_.end(), kUnmatched);
  std::fill(rows_.begin(), rows_.end(), kUnmatched);
  std::vector<Count>& prices = gains_.price;
  const Count common = *std::min_element(prices.begin(), prices.end());
  for (Count& price : prices) price -= common;
  near_.lower_prices(common);
  gains_.find_cheapest();
  if (few_values_) {
    if (match_at_best()) return;
  } else {
    bid();
  }
  for (int row = 0; row < ports_; ++row) {
    if (base::at(columns_, row) == kUnmatched) augment_from(row);
  }
}

template <class Count>
bool FallingWeights<Count>::match_at_best() {
  const bool all = gains_.solve(near_.weights(0), columns_, kMostSteps);
  columns_ = gains_.columns();
  if (all) return true;
  for (int row = 0; row < ports_; ++row) {
    const int column = base::at(columns_, row);
    if (column == kUnmatched) continue;
    base::at(rows_, column) = row;
    base::at(weight_, row) = gains_.weight(row);
  }
  return false;
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
  const Count without = -base::at(gains_.row_penalty, row) - gains_.cheapest();
  for (bool renewed = false;; renewed = true) {
    const typename Near::Row& near = near_.row(row);
    Count best = Near::kNone;
    Count second = std::max(near.rest, without);
    typename Near::Pair taken{0, 0, kUnmatched};
    for (const typename Near::Pair& pair : near.pairs) {
      if (pair.gain <= second && pair.gain < best) break;
      const Count gain = pair.weight - base::at(gains_.price, pair.column);
      if (gain > best || (gain == best && base::at(rows_, taken.column) != kUnmatched)) {
        second = std::max(second, best);
        best = gain;
        taken = pair;
      } else {
        second = std::max(second, gain);
      }
    }
    if (near.rest > best && !renewed) {
      near_.renew(row, gains_.price);
      continue;
    }
    if (taken.column == kUnmatched || second > best) return false;
    evicted = base::at(rows_, taken.column);
    if (evicted != kUnmatched) {
      if (second == best) return false;
      base::at(columns_, evicted) = kUnmatched;
    }
    base::at(gains_.price, taken.column) += best - second;
    base::at(rows_, taken.column) = row;
    base::at(columns_, row) = taken.column;
    base::at(weight_, row) = taken.weight;
    return true;
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
      near_.extend(event.id, gains_.price);
      look_at(event.id, base::at(row_base_, event.id), 0);
    } else if (event.order == kNoWeight) {
      if (event.distance != no_weight_ + gains_.cheapest()) continue;
      for (int j = 0; j < ports_; ++j) {
        const Count d = no_weight_ + gains_.cost_without_pair(j);
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
    base::at(gains_.price, column) += reached - base::at(distance_, column);
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
      column == kUnmatched ? 0 : base::at(weight_, row) - base::at(gains_.price, column);
  const Count base = reached + own;
  base::at(row_base_, row) = base;
  const Count no_weight = base + base::at(gains_.row_penalty, row);
  if (no_weight < no_weight_) {
    no_weight_ = no_weight;
    no_weight_from_ = row;
    push(no_weight + gains_.cheapest(), kNoWeight, 0);
  }
  look_at(row, base, 0);
}

template <class Count>
void FallingWeights<Count>::look_at(int row, Count base, std::size_t first) {
  const typename Near::Row& near = near_.row(row);
  for (std::size_t k = first; k < near.pairs.size(); ++k) {
    const typename Near::Pair& pair = near.pairs[k];
    if (base - pair.gain >= end_distance_) return;
    const Count d = base - pair.weight + base::at(gains_.price, pair.column);
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
