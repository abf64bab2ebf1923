// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/hold_search.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::schedule {

HoldSearch::HoldSearch(const Residue& residue, double delta)
    : residue_(residue),
      delta_(delta),
      n_(static_cast<std::size_t>(residue.ports())),
      matching_(residue.ports()),
      weights_(n_ * n_),
      row_largest_(n_),
      column_largest_(n_),
      columns_(n_) {
  lengths_.reserve(n_);
}

std::int64_t HoldSearch::full(std::int64_t longest) {
  const std::int64_t last = best_hold_;
  begin();
  list_holds(longest);
  if (last > 0) (void)most_served(std::min(last, holds_.back()), longest);
  const std::size_t top = holds_.size() - 1;
  const std::int64_t most = most_served(holds_[top], longest);
  const std::int64_t least = top > 0 ? most_served(holds_[0], longest) : most;
  open_.clear();
  const auto open = [&](const Range& range) {
    if (range.high - range.low < 2 || !can_win(range.bound, holds_[range.high - 1])) return;
    open_.push_back(range);
    std::push_heap(open_.begin(), open_.end());
  };
  open(range(0, top, least, most));
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end());
    const Range r = open_.back();
    open_.pop_back();
    if (!can_win(r.bound, holds_[r.high - 1])) continue;
    const std::size_t middle = r.low + (r.high - r.low) / 2;
    const std::int64_t served = most_served(holds_[middle], longest);
    open(range(r.low, middle, r.low_serves, served));
    open(range(middle, r.high, served, r.high_serves));
  }
  // The matching was perhaps met while another hold was tried: of its equals at this one, another
  // may finish more pairs.
  weigh(best_hold_);
  matching_.solve(weights_);
  columns_ = matching_.columns();
  return best_hold_;
}

std::int64_t HoldSearch::coarse(std::int64_t longest) {
  const std::int64_t last = best_hold_;
  begin();
  const std::int64_t top = std::min(longest, residue_.largest_entry());
  if (last > 0) consider(std::min(last, top), longest);
  for (std::int64_t hold = top; hold > 0; hold /= 2) consider(hold, longest);
  for (const double octaves : {0.5, 0.25}) {
    const auto around = static_cast<double>(best_hold_);
    for (const double step : {octaves, -octaves}) {
      const auto hold = static_cast<std::int64_t>(std::lround(around * std::exp2(step)));
      consider(std::clamp<std::int64_t>(hold, 1, top), longest);
    }
  }
  return best_hold_;
}

void HoldSearch::begin() {
  best_rate_ = -1;
  best_hold_ = 0;
  std::fill(row_largest_.begin(), row_largest_.end(), 0);
  std::fill(column_largest_.begin(), column_largest_.end(), 0);
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) {
      const std::int64_t left = residue_.row_major()[i * n_ + j];
      row_largest_[i] = std::max(row_largest_[i], left);
      column_largest_[j] = std::max(column_largest_[j], left);
    }
  }
}

// Beyond the largest entry nothing more is served; `longest` itself may be best where it cuts one.
void HoldSearch::list_holds(std::int64_t longest) {
  holds_.clear();
  for (const std::int64_t left : residue_.row_major()) {
    if (left > 0) holds_.push_back(std::min(left, longest));
  }
  std::sort(holds_.begin(), holds_.end());
  holds_.erase(std::unique(holds_.begin(), holds_.end()), holds_.end());
}

// What the heaviest matching serves never falls with the hold, and never rises faster than it: both
// hold for min(left, hold) of every pair. So between two solved holds it is at most high_serves,
// and at most low_serves x hold / low. The rate is largest where the two meet.
HoldSearch::Range HoldSearch::range(std::size_t low, std::size_t high, std::int64_t low_serves,
                                    std::int64_t high_serves) const {
  constexpr double rounding = 1 + 1e-12;
  const auto most = static_cast<double>(high_serves);
  const double meet = static_cast<double>(holds_[low]) * most / static_cast<double>(low_serves);
  return {low, high, low_serves, high_serves, rounding * most / (meet + delta_)};
}

double HoldSearch::rate(std::int64_t served, std::int64_t hold) const {
  return static_cast<double>(served) / (static_cast<double>(hold) + delta_);
}

bool HoldSearch::can_win(double bound, std::int64_t hold) const {
  return bound > best_rate_ || (bound == best_rate_ && hold > best_hold_);
}

// No matching serves more in `hold` slots than the largest entry of each line.
double HoldSearch::rate_bound(std::int64_t hold) const {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  for (const std::int64_t left : row_largest_) rows += std::min(left, hold);
  for (const std::int64_t left : column_largest_) columns += std::min(left, hold);
  return rate(std::min(rows, columns), hold);
}

void HoldSearch::consider(std::int64_t hold, std::int64_t longest) {
  if (rate_bound(hold) > best_rate_) (void)most_served(hold, longest);
}

// Of matchings that serve alike, one that finishes most pairs: each finished now needs no setting
// later. Returns the weights' scale.
std::int64_t HoldSearch::weigh(std::int64_t hold) {
  const std::int64_t scale = scale_for(hold);
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const std::int64_t left = residue_.row_major()[k];
    const bool finished = scale > 1 && left > 0 && left <= hold;
    weights_[k] = std::min(left, hold) * scale + int{finished};
  }
  return scale;
}

// What the heaviest matching serves in `hold` slots, or more where that cannot win: then the prices
// of the last matching show it, and none is solved.
std::int64_t HoldSearch::most_served(std::int64_t hold, std::int64_t longest) {
  const std::int64_t scale = weigh(hold);
  const std::int64_t bound = matching_.bound(weights_) / scale;
  if (!can_win(rate(bound, hold), hold)) return bound;
  const std::int64_t served = matching_.solve(weights_) / scale;
  take_best_hold_of(matching_.columns(), longest);
  return served;
}

// N + 1, so that N finished pairs weigh less than one quantum; 1 where weights would overflow, and
// then no matching is preferred.
std::int64_t HoldSearch::scale_for(std::int64_t hold) const {
  const auto n = static_cast<std::int64_t>(n_);
  return hold < MaxWeightMatching::kMaxTotal / n / (n + 1) ? n + 1 : 1;
}

// Between two entries of a matching the rate is monotonic, so the best hold is an entry or the
// longest allowed.
void HoldSearch::take_best_hold_of(const Matching& columns, std::int64_t longest) {
  lengths_.clear();
  for (std::size_t i = 0; i < n_; ++i) {
    const std::int64_t left = residue_.at(static_cast<int>(i), columns[i]);
    if (left > 0) lengths_.push_back(std::min(left, longest));
  }
  std::sort(lengths_.begin(), lengths_.end());
  std::int64_t below = 0;  // served by pairs that run out before
  for (std::size_t k = 0; k < lengths_.size(); ++k) {
    const auto still = static_cast<std::int64_t>(lengths_.size() - k);
    const double found = rate(below + still * lengths_[k], lengths_[k]);
    below += lengths_[k];
    if (found < best_rate_ || (found == best_rate_ && lengths_[k] <= best_hold_)) continue;
    best_rate_ = found;
    best_hold_ = lengths_[k];
    columns_ = columns;
  }
}

}  // namespace jacquard::schedule
