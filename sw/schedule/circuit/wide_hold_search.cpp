// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/wide_hold_search.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/schedule/matching/row_gains.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kTried = 3;              // holds for a setting, and some more while spare_ lasts
constexpr double kOctave = 16;         // holds known in an octave
constexpr double kWorthwhile = 1.005;  // a bound that promises less is not followed
constexpr int kAnySteps = 1 << 30;

template <class Count>
void solve(const std::vector<Count>& weights, GainMatching<Count>& matching) {
  const Count common = *std::min_element(matching.price.begin(), matching.price.end());
  for (Count& price : matching.price) price = static_cast<Count>(price - common);
  const Matching none(matching.price.size(), kUnmatched);
  (void)matching.solve(weights.data(), none, kAnySteps);
}

}  // namespace

template <class Count>
WideHoldSearch<Count>::WideHoldSearch(const Residue& residue, double delta)
    : residue_(residue),
      delta_(delta),
      n_(base::index(residue.ports())),
      matching_(residue.ports()),
      finishing_(residue.ports()),
      weights_(n_ * n_),
      finished_(n_ * n_),
      columns_(n_, kUnmatched) {
  // Of no weight there is no pair.
  std::fill(finishing_.row_penalty.begin(), finishing_.row_penalty.end(), Count{4 * kMostPorts});
  left_.reserve(weights_.size());
  for (const std::int64_t left : residue.row_major()) left_.push_back(static_cast<Count>(left));
  list_holds();
}

template <class Count>
void WideHoldSearch<Count>::list_holds() {
  const std::int64_t largest = residue_.largest_entry();
  for (double octave = 0;; octave += 1 / kOctave) {
    const auto hold = std::min(largest, static_cast<std::int64_t>(std::lround(std::exp2(octave))));
    if (!holds_.empty() && hold == holds_.back().hold) {
      if (hold == largest) return;
      continue;
    }
    holds_.push_back({hold, static_cast<double>(hold) * static_cast<double>(n_)});
  }
}

template <class Count>
std::int64_t WideHoldSearch<Count>::full(std::int64_t longest) {
  follow();
  solved_hold_ = 0;
  const std::int64_t last = best_hold_;
  best_rate_ = -1;
  best_hold_ = 0;
  const auto longer = [](const Tried& tried, std::int64_t hold) { return tried.hold < hold; };
  auto end = std::upper_bound(holds_.begin(), holds_.end(), longest,
                              [](std::int64_t h, const Tried& tried) { return h < tried.hold; });
  for (int tries = 0; tries < kTried || spare_ > 0; ++tries) {
    if (tries >= kTried) --spare_;
    auto next = holds_.end();
    if (tries == 0 && last > 0) {
      next = std::lower_bound(holds_.begin(), end - 1, last, longer);
    } else {
      next = std::max_element(holds_.begin(), end, [this](const Tried& a, const Tried& b) {
        return rate(a.serves, a.hold) <= rate(b.serves, b.hold);
      });
      if (rate(next->serves, next->hold) <= best_rate_ * kWorthwhile) break;
    }
    try_hold(base::index(next - holds_.begin()), longest);
  }
  finish_most();
  return best_hold_;
}

// Of matchings that serve alike, one that finishes most pairs. All of them have pairs alone by
// which a row gains most at these prices.
template <class Count>
void WideHoldSearch<Count>::finish_most() {
  const auto n = static_cast<int>(n_);
  if (solved_hold_ != best_hold_) {
    matching_.price = best_price_;
    solve_for(best_hold_);
  }
  for (int row = 0; row < n; ++row) {
    const std::size_t cell = base::cell(row, 0, n);
    finished_at_gain(left_.data() + cell, weights_.data() + cell, matching_.price.data(), n,
                     matching_.gain(row), GainMatching<Count>::kNone, finished_.data() + cell);
  }
  std::fill(finishing_.price.begin(), finishing_.price.end(), Count{0});
  solve(finished_, finishing_);
  columns_ = finishing_.columns();
}

template <class Count>
void WideHoldSearch<Count>::solve_for(std::int64_t hold) {
  served_in(left_.data(), static_cast<int>(left_.size()), static_cast<Count>(hold),
            weights_.data());
  solve(weights_, matching_);
  solved_hold_ = hold;
}

template <class Count>
void WideHoldSearch<Count>::try_hold(std::size_t k, std::int64_t longest) {
  const std::int64_t hold = holds_[k].hold;
  solve_for(hold);
  double served = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const int row = static_cast<int>(i);
    const std::int64_t left = residue_.at(row, base::at(matching_.columns(), row));
    served += static_cast<double>(std::min(left, hold));
  }
  for (std::size_t j = 0; j < holds_.size(); ++j) {
    const double more =
        j <= k ? 1.0 : static_cast<double>(holds_[j].hold) / static_cast<double>(hold);
    holds_[j].serves = std::min(holds_[j].serves, served * more);
  }
  take_best_hold_of(matching_.columns(), longest);
}

// What the last setting served is no longer left.
template <class Count>
void WideHoldSearch<Count>::follow() {
  for (int row = 0; row < residue_.ports(); ++row) {
    const int column = base::at(columns_, row);
    if (column == kUnmatched) continue;
    left_[base::cell(row, column, residue_.ports())] = static_cast<Count>(residue_.at(row, column));
  }
}

// As HoldSearch has it: between two entries the rate is monotonic.
template <class Count>
void WideHoldSearch<Count>::take_best_hold_of(const Matching& columns, std::int64_t longest) {
  lengths_.clear();
  for (std::size_t i = 0; i < n_; ++i) {
    const std::int64_t left = residue_.at(static_cast<int>(i), columns[i]);
    if (left > 0) lengths_.push_back(std::min(left, longest));
  }
  std::sort(lengths_.begin(), lengths_.end());
  std::int64_t below = 0;  // served by pairs that run out before
  bool better = false;
  for (std::size_t k = 0; k < lengths_.size(); ++k) {
    const auto still = static_cast<std::int64_t>(lengths_.size() - k);
    const double found = rate(static_cast<double>(below + still * lengths_[k]), lengths_[k]);
    below += lengths_[k];
    if (found < best_rate_ || (found == best_rate_ && lengths_[k] <= best_hold_)) continue;
    best_rate_ = found;
    best_hold_ = lengths_[k];
    better = true;
  }
  if (better) best_price_ = matching_.price;
}

template class WideHoldSearch<std::int16_t>;
template class WideHoldSearch<std::int32_t>;
template class WideHoldSearch<std::int64_t>;

}  // namespace jacquard::schedule
