// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/level_matching.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/matching/maximum_matching.hpp"

namespace jacquard::schedule {
namespace {

// A longer hold is preferred while it serves at least this share of the best rate: it leaves fewer
// settings to come, which the rate of one setting does not see.
constexpr double kRateKept = 0.95;

// What is left, and for every level k the pairs with at least 2^k of it.
class Levels {
 public:
  explicit Levels(const demand::QuantaMatrix& demand)
      : n_(demand.ports()),
        top_(level_of(demand.largest_entry())),
        left_(demand.row_major().begin(), demand.row_major().end()),
        pairs_(static_cast<std::size_t>(top_ + 1), base::BitMatrix(n_, n_)),
        rows_(top_ + 1, n_) {
    for (int row = 0; row < n_; ++row) {
      for (int column = 0; column < n_; ++column) {
        if (at(row, column) == 0) continue;
        for (int k = level_of(at(row, column)); k >= 0; --k) {
          base::at(pairs_, k).set(row, column);
          rows_.set(k, row);
        }
      }
    }
  }

  int top() const { return top_; }  // -1 when nothing is left
  std::int64_t at(int row, int column) const { return left_[base::cell(row, column, n_)]; }
  const base::BitMatrix& pairs(int level) const { return base::at(pairs_, level); }
  const base::Word* rows(int level) const { return rows_.row(level); }  // those with such a pair

  void serve(int row, int column, std::int64_t hold) {
    std::int64_t& left = left_[base::cell(row, column, n_)];
    const int before = level_of(left);
    left = std::max<std::int64_t>(0, left - hold);
    for (int k = level_of(left) + 1; k <= before; ++k) {
      base::BitMatrix& pairs = base::at(pairs_, k);
      pairs.reset(row, column);
      if (is_zero(pairs.row(row), pairs.words())) rows_.reset(k, row);
    }
  }

  // Forgets the highest levels that no pair reaches.
  void lower_top() {
    while (top_ >= 0 && is_zero(rows_.row(top_), rows_.words())) --top_;
  }

 private:
  static int level_of(std::int64_t count) {
    return count == 0 ? -1 : base::highest_bit(static_cast<base::Word>(count));
  }
  static bool is_zero(const base::Word* words, int count) {
    base::Word any = 0;
    for (int w = 0; w < count; ++w) any |= words[w];
    return any == 0;
  }

  int n_;
  int top_;
  std::vector<std::int64_t> left_;
  std::vector<base::BitMatrix> pairs_;
  base::BitMatrix rows_;
};

// As many pairs of the highest level as can be, then of the next, and so on: a row matched at one
// level stays matched below it.
void match(const Levels& levels, MaximumMatching& matching, std::vector<base::Word>& free_rows) {
  matching.clear();
  std::fill(free_rows.begin(), free_rows.end(), ~base::Word{0});
  for (int k = levels.top(); k >= 0 && matching.size() < matching.ports(); --k) {
    matching.augment(levels.pairs(k), levels.rows(k), free_rows.data());
  }
}

// The longest hold that serves at least kRateKept of the best rate, quanta per slot with the guard
// in it. `left` is what the pairs set have left; it is sorted.
std::int64_t best_hold(std::vector<std::int64_t>& left, double guard) {
  std::sort(left.begin(), left.end());
  double best = 0, exhausted = 0;
  std::int64_t hold = left.back();
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto length = static_cast<double>(left[i]);
    const double served = exhausted + length * static_cast<double>(left.size() - i);
    const double rate = served / (length + guard);
    if (rate >= best * kRateKept) hold = left[i];
    best = std::max(best, rate);
    exhausted += length;
  }
  return hold;
}

// With holds for a guard of `guard` slots; none if there are more than `most_settings` settings.
std::optional<Schedule> matched_for(const demand::QuantaMatrix& demand, double guard,
                                    std::size_t most_settings) {
  const int n = demand.ports();
  Levels levels(demand);
  MaximumMatching matching(n);
  std::vector<base::Word> free_rows(static_cast<std::size_t>(base::words_for(n)));
  Schedule schedule(n);
  Matching shown(static_cast<std::size_t>(n), kUnmatched);
  std::vector<std::int64_t> left;
  left.reserve(static_cast<std::size_t>(n));
  while (levels.top() >= 0) {
    if (schedule.permutations() == most_settings) return std::nullopt;
    match(levels, matching, free_rows);
    left.clear();
    for (int row = 0; row < n; ++row) {
      const int column = matching.column(row);
      if (column != kUnmatched) left.push_back(levels.at(row, column));
      if (column != base::at(shown, row)) schedule.change(row, column);
      base::at(shown, row) = column;
    }
    const std::int64_t hold = best_hold(left, guard);
    for (int row = 0; row < n; ++row) {
      if (matching.column(row) != kUnmatched) levels.serve(row, matching.column(row), hold);
    }
    schedule.commit(hold);
    levels.lower_top();
  }
  return schedule;
}

// Most settings of a schedule that takes less than `than`, as none has fewer than `slots` slots.
std::size_t most_within(const demand::SlotClock& clock, std::int64_t slots,
                        base::Picoseconds than) {
  const base::Picoseconds guard = clock.makespan(slots, 1) - clock.makespan(slots, 0);
  if (guard == base::Picoseconds{0}) return std::numeric_limits<std::size_t>::max();
  const base::Picoseconds guards = than - clock.makespan(slots, 0);
  return static_cast<std::size_t>(std::max<std::int64_t>(0, guards.count() / guard.count()));
}

}  // namespace

std::optional<Schedule> level_matching_within(const demand::QuantaMatrix& demand,
                                              std::size_t most_settings, base::Picoseconds than) {
  const demand::SlotClock& clock = demand.clock();
  const Residue residue(demand);
  const std::int64_t slots = residue.largest_line_sum();
  const double mean_hold =
      static_cast<double>(slots) / static_cast<double>(std::max(1, residue.largest_nonzeros()));
  std::optional<Schedule> shortest;
  // The longest guards first: few settings are quick to make, and tell how many are too many.
  for (const double share : {4.0, 1.0, 0.25, 1.0 / 16, 0.0}) {
    const std::size_t most = std::min(most_settings, most_within(clock, slots, than));
    auto made = matched_for(demand, share * mean_hold, most);
    if (!made) continue;
    const auto settings = static_cast<std::int64_t>(made->permutations());
    const base::Picoseconds makespan = clock.makespan(made->slots(), settings);
    if (makespan >= than) continue;
    than = makespan;
    shortest = std::move(made);
  }
  return shortest;
}

Schedule level_matching(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  return *level_matching_within(demand, any, base::Picoseconds{INT64_MAX});
}

}  // namespace jacquard::schedule
