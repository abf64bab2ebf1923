// SPDX-License-Identifier: Apache-2.0
// The true optimum of small demands of four ports, by a search over all settings and holds.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>

#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;

namespace {

using Cells = std::array<std::int64_t, 16>;
using Columns = std::array<std::size_t, 4>;

std::vector<Columns> all_settings() {
  std::vector<Columns> all;
  Columns columns{0, 1, 2, 3};
  do all.push_back(columns);
  while (std::next_permutation(columns.begin(), columns.end()));
  return all;
}

// A full permutation is never worse than a part of it; a hold beyond its longest pair never better.
class Optimum {
 public:
  explicit Optimum(std::int64_t guard) : guard_(guard), settings_(all_settings()) {}

  std::int64_t of(const Cells& cells) {
    const auto known = least_.find(cells);
    if (known != least_.end()) return known->second;
    std::int64_t best = std::all_of(cells.begin(), cells.end(), [](auto c) { return c == 0; })
                            ? 0
                            : std::int64_t{1} << 40;
    for (const Columns& columns : settings_) {
      std::int64_t longest = 0;
      for (std::size_t i = 0; i < 4; ++i) longest = std::max(longest, cells[4 * i + columns[i]]);
      for (std::int64_t hold = 1; hold <= longest; ++hold) {
        Cells left = cells;
        for (std::size_t i = 0; i < 4; ++i) {
          std::int64_t& cell = left[4 * i + columns[i]];
          cell -= std::min(cell, hold);
        }
        best = std::min(best, hold + guard_ + of(left));
      }
    }
    least_[cells] = best;
    return best;
  }

 private:
  std::int64_t guard_;
  std::vector<Columns> settings_;
  std::map<Cells, std::int64_t> least_;
};

// `entries` pairs drawn by chance, of 1 to `largest` quanta.
Cells drawn(int entries, std::int64_t largest, std::uint64_t index) {
  base::Rng rng(7, "four ports", index);
  const std::vector<int> places = rng.permutation(16);
  Cells cells{};
  for (int k = 0; k < entries; ++k) {
    cells[static_cast<std::size_t>(places[static_cast<std::size_t>(k)])] = rng.between(1, largest);
  }
  return cells;
}

}  // namespace

TEST_CASE("at four ports the tightest bound is below the optimum, and best is seldom above it") {
  int over_line = 0;
  int optimal = 0;
  int demands = 0;
  for (const std::int64_t guard : {1, 3, 10}) {
    Optimum optimum(guard);
    for (std::uint64_t index = 0; index < 9; ++index) {
      const Cells cells = drawn(5 + static_cast<int>(index) % 3, 4, index);
      const demand::QuantaMatrix demand(4, {cells.begin(), cells.end()},
                                        support::clock_with_guard(static_cast<double>(guard)));
      INFO("demand " << index << ", guard " << guard);
      const base::Picoseconds least{optimum.of(cells) * 10'000};
      const auto bound = schedule::tightest_bound(demand, 1).makespan;
      CHECK(bound <= least);
      CHECK(bound >= schedule::lower_bound(demand, 1));
      over_line += bound > schedule::lower_bound(demand, 1);
      const auto found = schedule::best(demand, {});
      const auto makespan =
          demand.clock().makespan(found.slots(), static_cast<std::int64_t>(found.permutations()));
      CHECK(makespan >= least);
      optimal += makespan == least;
      ++demands;
    }
  }
  CHECK(over_line > 0);
  CHECK(optimal >= demands - 2);
}
