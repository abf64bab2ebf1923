// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/circuit/window.hpp"
#include "jacquard/schedule/matching/max_weight_matching.hpp"

namespace jacquard::schedule {
namespace {

// One greedy step of Eclipse: the (hold, matching) that serves most per slot spent, its guard
// included. For one matching the best hold is one of its entries, and those are tried exactly; over
// matchings the paper searches the distinct entries, this tries powers of two below the largest,
// and then quarter octaves around the best. Most are ruled out by a bound before they are solved.
class Step {
 public:
  Step(const Residue& residue, double delta)
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

  // Holds of at most `longest` slots, longest >= 1. Returns the hold; columns() is the matching.
  std::int64_t search(std::int64_t longest) {
    find_largest();
    best_rate_ = -1;
    const std::int64_t last = best_hold_;
    best_hold_ = 0;
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

  const Matching& columns() const { return columns_; }

 private:
  void find_largest() {
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

  double rate(std::int64_t served, std::int64_t hold) const {
    return static_cast<double>(served) / (static_cast<double>(hold) + delta_);
  }

  // No matching serves more in `hold` slots than the largest entry of each line.
  double rate_bound(std::int64_t hold) const {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    for (const std::int64_t left : row_largest_) rows += std::min(left, hold);
    for (const std::int64_t left : column_largest_) columns += std::min(left, hold);
    return rate(std::min(rows, columns), hold);
  }

  void consider(std::int64_t hold, std::int64_t longest) {
    if (rate_bound(hold) <= best_rate_) return;
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      weights_[k] = std::min(residue_.row_major()[k], hold);
    }
    matching_.solve(weights_);
    take_best_hold_of(matching_.columns(), longest);
  }

  // Between two entries of a matching the rate is monotonic, so the best hold is an entry or the
  // longest allowed. Of equal rates the longest hold makes the fewest settings.
  void take_best_hold_of(const Matching& columns, std::int64_t longest) {
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

  const Residue& residue_;
  double delta_;
  std::size_t n_;
  MaxWeightMatching matching_;
  std::vector<std::int64_t> weights_;
  std::vector<std::int64_t> row_largest_;
  std::vector<std::int64_t> column_largest_;
  std::vector<std::int64_t> lengths_;
  double best_rate_ = -1;
  std::int64_t best_hold_ = 0;
  Matching columns_;
};

}  // namespace

Schedule eclipse(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  const double delta = demand.clock().guard_in_slots();
  Residue residue(demand);
  check_window(residue, delta, options);
  Step step(residue, delta);
  Schedule schedule(demand.ports());
  while (!residue.empty()) {
    double room = window_slots(residue, delta, options);
    // Half a slot of tolerance: a window of exactly a guard and a slot must not round to nothing.
    while (!residue.empty() && room - delta > 0.5) {
      const auto longest = std::max<std::int64_t>(1, static_cast<std::int64_t>(room - delta));
      const std::int64_t hold = step.search(longest);
      room -= delta + static_cast<double>(residue.serve(step.columns(), hold, schedule));
    }
  }
  return schedule;
}

}  // namespace jacquard::schedule
