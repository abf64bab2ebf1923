// SPDX-License-Identifier: Apache-2.0
#include "systemc/rotor/matchings.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::systemc {
namespace {

using schedule::kUnmatched;
using schedule::Matching;

Matching shift(int ports, int by) {
  Matching columns;
  for (int i = 0; i < ports; ++i) columns.push_back((i + by) % ports);
  return columns;
}

// Perfect matchings of what is left of all pairs, one after another. What is left has as many
// pairs in each row and column, so there always is one (Koenig).
class RandomMatchings {
 public:
  RandomMatchings(int ports, std::uint64_t seed)
      : ports_(ports), rng_(seed, "rotor matchings"), columns_(static_cast<std::size_t>(ports)) {
    for (int i = 0; i < ports; ++i) {
      for (int j = 0; j < ports; ++j) {
        if (i != j) base::at(columns_, i).push_back(j);
      }
    }
  }

  Matching next() {
    row_of_.assign(columns_.size(), kUnmatched);
    for (auto& columns : columns_) shuffle(columns);
    for (const int row : rng_.permutation(ports_)) {
      seen_.assign(columns_.size(), false);
      JQ_CHECK(augment(row), "a regular graph has a perfect matching");
    }
    Matching matching(columns_.size(), kUnmatched);
    for (int j = 0; j < ports_; ++j) base::at(matching, base::at(row_of_, j)) = j;
    for (int i = 0; i < ports_; ++i) {
      auto& columns = base::at(columns_, i);
      columns.erase(std::find(columns.begin(), columns.end(), base::at(matching, i)));
    }
    return matching;
  }

 private:
  void shuffle(std::vector<int>& columns) {
    for (std::size_t k = columns.size(); k > 1; --k) {
      std::swap(columns[k - 1], columns[rng_.below(k)]);
    }
  }

  bool augment(int row) {
    for (const int column : base::at(columns_, row)) {
      const auto j = static_cast<std::size_t>(column);
      if (seen_[j]) continue;
      seen_[j] = true;
      if (row_of_[j] == kUnmatched || augment(row_of_[j])) {
        row_of_[j] = row;
        return true;
      }
    }
    return false;
  }

  int ports_;
  base::Rng rng_;
  std::vector<std::vector<int>> columns_;  // left of each row
  std::vector<int> row_of_;
  std::vector<bool> seen_;
};

}  // namespace

std::vector<Matching> rotor_matchings(Matchings kind, int ports, bool with_self,
                                      std::uint64_t seed) {
  std::vector<Matching> all;
  if (kind == Matchings::shifts) {
    for (int by = 1; by < ports; ++by) all.push_back(shift(ports, by));
  } else {
    JQ_CHECK(ports <= kMostRandomPorts, "random matchings are of few ports");
    RandomMatchings random(ports, seed);
    for (int k = 1; k < ports; ++k) all.push_back(random.next());
  }
  if (with_self) all.push_back(shift(ports, 0));
  return all;
}

std::vector<std::vector<Matching>> dealt_out(const std::vector<Matching>& matchings, int switches) {
  const auto u = static_cast<std::size_t>(switches);
  std::vector<std::vector<Matching>> cycles(u);
  for (std::size_t k = 0; k < matchings.size(); ++k) cycles[k % u].push_back(matchings[k]);
  // Idle ones at different times, so that circuits of a moment are few nowhere.
  const Matching idle(matchings.front().size(), kUnmatched);
  const std::size_t length = cycles.front().size();
  for (std::size_t s = 0; s < u; ++s) {
    if (cycles[s].size() == length) continue;
    const auto at = static_cast<std::ptrdiff_t>(s * length / u);
    cycles[s].insert(cycles[s].begin() + at, idle);
  }
  return cycles;
}

}  // namespace jacquard::systemc
