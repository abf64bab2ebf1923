// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/resplit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jacquard::schedule {
namespace {

// How often a path that may lie either way, or a single pair, is put by chance. Else the larger sum
// goes to the longer hold, so that the shorter one can shrink later.
constexpr double kByChance = 0.05;

}  // namespace

Resplit::Resplit(HeldSettings& settings, base::Rng& rng)
    : settings_(settings), rng_(rng), seen_(static_cast<std::size_t>(settings.ports())) {}

void Resplit::run(int a, int b, double slack) {
  a_ = a;
  b_ = b;
  if (settings_.at(a_).hold < settings_.at(b_).hold) std::swap(a_, b_);
  drop_served();
  take_apart();
  Holds holds = lay_paths(slack);
  std::int64_t longest = 0;
  for (const Single& single : singles_) longest = std::max(longest, single.need);
  const std::int64_t missing = longest - holds.a - holds.b;
  if (missing > 0) {
    // Any share will do: where nothing else is in the two, by chance; else mostly all to one.
    const bool whole = !paths_.empty() && rng_.chance(0.75);
    const auto part = static_cast<std::int64_t>(static_cast<double>(missing) * rng_.uniform());
    const std::int64_t to_a = !whole ? part : rng_.chance(0.67) ? 0 : missing;
    holds.a += to_a;
    holds.b += missing - to_a;
  }
  for (const Path& path : paths_) {
    if (path.turn) turn(path);
  }
  settings_.hold(a_, holds.a);
  settings_.hold(b_, holds.b);
  for (const Single& single : singles_) place(single, holds);
}

// Pairs that the other settings serve need no place in these two.
void Resplit::drop_served() {
  for (int row = 0; row < settings_.ports(); ++row) {
    const int in_a = settings_.at(a_).column(row);
    const int in_b = settings_.at(b_).column(row);
    if (in_a != kUnmatched && in_a == in_b) {
      const std::int64_t both = settings_.at(a_).hold + settings_.at(b_).hold;
      if (settings_.left(row, in_a) + both > 0) continue;
      settings_.disconnect(a_, row);
      settings_.disconnect(b_, row);
      continue;
    }
    for (const auto& [k, column] : {std::pair(a_, in_a), std::pair(b_, in_b)}) {
      if (column == kUnmatched) continue;
      if (settings_.left(row, column) + settings_.at(k).hold <= 0) settings_.disconnect(k, row);
    }
  }
}

void Resplit::take_apart() {
  std::fill(seen_.begin(), seen_.end(), char{0});
  rows_.clear();
  paths_.clear();
  singles_.clear();
  for (int row = 0; row < settings_.ports(); ++row) {
    if (base::at(seen_, row) != 0) continue;
    const HeldSetting& a = settings_.at(a_);
    const HeldSetting& b = settings_.at(b_);
    if (a.column(row) == kUnmatched && b.column(row) == kUnmatched) continue;
    base::at(seen_, row) = 1;
    if (!take_single(row)) paths_.push_back(follow(row));
  }
}

// A pair alone in both its lines is taken out of the settings until both holds are known.
bool Resplit::take_single(int row) {
  const HeldSetting& a = settings_.at(a_);
  const HeldSetting& b = settings_.at(b_);
  const int in_a = a.column(row);
  const int in_b = b.column(row);
  const int column = in_a != kUnmatched ? in_a : in_b;
  const auto alone = [&](const HeldSetting& other, int others_column) {
    return others_column == column ||
           (others_column == kUnmatched && other.row(column) == kUnmatched);
  };
  if (!alone(a, in_a) || !alone(b, in_b)) return false;
  if (in_a != kUnmatched) settings_.disconnect(a_, row);
  if (in_b != kUnmatched) settings_.disconnect(b_, row);
  singles_.push_back({row, column, settings_.left(row, column)});
  return true;
}

Resplit::Path Resplit::follow(int row) {
  const HeldSetting& a = settings_.at(a_);
  const HeldSetting& b = settings_.at(b_);
  const int begin = static_cast<int>(rows_.size());
  Path path{begin, begin};
  rows_.push_back(row);
  const auto visit = [&](const HeldSetting& own, const HeldSetting& other, int at,
                         std::int64_t& most, std::int64_t& sum) {
    const int column = own.column(at);
    if (column == kUnmatched) return;
    const std::int64_t need = settings_.left(at, column) + own.hold;
    most = std::max(most, need);
    sum += need;
    const int next = other.row(column);
    if (next == kUnmatched || base::at(seen_, next) != 0) return;
    base::at(seen_, next) = 1;
    rows_.push_back(next);
  };
  for (std::size_t k = static_cast<std::size_t>(begin); k < rows_.size(); ++k) {
    visit(a, b, rows_[k], path.most_a, path.sum_a);
    visit(b, a, rows_[k], path.most_b, path.sum_b);
  }
  path.end = static_cast<int>(rows_.size());
  return path;
}

// Chooses which paths turn; gives the holds that they need then.
Resplit::Holds Resplit::lay_paths(double slack) {
  Holds limit;
  for (const Path& path : paths_) {
    limit.a = std::max({limit.a, path.most_a, path.most_b});
    limit.b = std::max(limit.b, std::min(path.most_a, path.most_b));
  }
  limit.a += noise(slack);
  limit.b += noise(slack);
  Holds holds;
  for (Path& path : paths_) {
    const bool stays = path.most_a <= limit.a && path.most_b <= limit.b;
    const bool turns = path.most_b <= limit.a && path.most_a <= limit.b;
    const bool either = stays && turns;
    path.turn = !either                  ? turns
                : rng_.chance(kByChance) ? rng_.chance(0.5)
                                         : path.sum_b > path.sum_a;
    holds.a = std::max(holds.a, path.turn ? path.most_b : path.most_a);
    holds.b = std::max(holds.b, path.turn ? path.most_a : path.most_b);
  }
  return holds;
}

std::int64_t Resplit::noise(double slack) {
  return slack > 0 ? static_cast<std::int64_t>(-slack * std::log(1 - rng_.uniform())) : 0;
}

// All pairs leave both settings first: each takes the place of another.
void Resplit::turn(const Path& path) {
  places_.clear();
  for (int k = path.begin; k < path.end; ++k) {
    const int row = base::at(rows_, k);
    places_.emplace_back(settings_.at(a_).column(row), settings_.at(b_).column(row));
    if (places_.back().first != kUnmatched) settings_.disconnect(a_, row);
    if (places_.back().second != kUnmatched) settings_.disconnect(b_, row);
  }
  for (int k = path.begin; k < path.end; ++k) {
    const auto& [was_a, was_b] = base::at(places_, k - path.begin);
    const int row = base::at(rows_, k);
    if (was_b != kUnmatched) settings_.connect(a_, row, was_b);
    if (was_a != kUnmatched) settings_.connect(b_, row, was_a);
  }
}

void Resplit::place(const Single& single, const Holds& holds) {
  const bool fits_a = single.need <= holds.a;
  const bool fits_b = single.need <= holds.b;
  const bool shorter_is_b = holds.b <= holds.a;
  const bool prefers_b = rng_.chance(kByChance) ? rng_.chance(0.5) : shorter_is_b;
  if (fits_a && (!fits_b || !prefers_b)) return settings_.connect(a_, single.row, single.column);
  settings_.connect(b_, single.row, single.column);
  if (!fits_b) settings_.connect(a_, single.row, single.column);
}

}  // namespace jacquard::schedule
