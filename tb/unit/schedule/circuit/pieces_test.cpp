// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/pieces.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::Piece;
using schedule::Residue;

namespace {

struct Lines {
  std::vector<std::vector<std::int64_t>> of;  // rows, then columns

  Lines(const std::vector<Piece>& pieces, int ports) : of(2 * static_cast<std::size_t>(ports)) {
    for (const Piece& piece : pieces) {
      of[static_cast<std::size_t>(piece.row)].push_back(piece.quanta);
      of[static_cast<std::size_t>(ports + piece.column)].push_back(piece.quanta);
    }
  }
};

std::vector<std::int64_t> sorted(std::vector<std::int64_t> values) {
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<Piece> cut_to_critical_line(const Residue& demand, double delta) {
  return schedule::cut_to_holds(demand, schedule::critical_holds(demand, delta));
}

}  // namespace

TEST_CASE("pieces are sorted by quanta of any width, equal ones in the order they had") {
  base::Rng rng(1, "tb pieces", 0);
  for (const std::int64_t largest : {1LL, 200LL, 70'000LL, 1LL << 50}) {
    std::vector<Piece> pieces;
    for (std::int16_t k = 0; k < 500; ++k) {
      pieces.push_back(
          {k, 0, rng.between(1, std::min<std::int64_t>(largest, 40)) * (largest / 40 + 1)});
    }
    std::vector<Piece> expected = pieces;
    std::stable_sort(expected.begin(), expected.end(),
                     [](const Piece& a, const Piece& b) { return a.quanta < b.quanta; });
    sort_by_quanta(pieces);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      REQUIRE(pieces[k].row == expected[k].row);
      REQUIRE(pieces[k].quanta == expected[k].quanta);
    }
  }
}

TEST_CASE("pieces of nothing come first and give every line as many as the fullest") {
  const auto all = schedule::with_equal_counts({{0, 1, 5}, {0, 2, 6}, {2, 1, 7}}, 3);
  REQUIRE(all.size() == 6);
  for (const auto& line : Lines(all, 3).of) CHECK(line.size() == 2);
  for (std::size_t k = 0; k < 3; ++k) CHECK(all[k].quanta == 0);
  CHECK(all[5].quanta == 7);
}

TEST_CASE("two permutations that meet in a pair are told apart") {
  // 5 on the diagonal, and 2 on (0,0) (1,2) (2,1). Row 1 is critical: 5 and 2. The entry 7 of (0,0)
  // is cut into 5 and 2.
  const demand::QuantaMatrix demand(3, {7, 0, 0, 0, 5, 2, 0, 2, 5});
  const auto pieces = cut_to_critical_line(Residue(demand), 1.0);
  CHECK(pieces.size() == 6);
  for (const auto& line : Lines(pieces, 3).of)
    CHECK(sorted(line) == std::vector<std::int64_t>{2, 5});
}

TEST_CASE("an entry is not cut where that shortens no setting") {
  // The critical line has the largest entry, whatever is done with (1,1).
  const demand::QuantaMatrix demand(3, {9, 1, 0, 0, 4, 0, 0, 0, 0});
  CHECK(cut_to_critical_line(Residue(demand), 1.0).size() == 3);
}

TEST_CASE("pieces add up to their entries and no line has more than the fullest has entries") {
  for (std::uint64_t k = 0; k < 24; ++k) {
    const int n = 3 + static_cast<int>(k) * 3;
    const auto demand = k % 2 == 0 ? support::balanced_demand(n, 6, 1'000, k)
                                   : support::random_demand(n, 1LL << 50, 0.3, k);
    const Residue whole(demand);
    const auto pieces = cut_to_critical_line(whole, 10.0);
    std::map<std::pair<int, int>, std::int64_t> sums;
    for (const Piece& piece : pieces) {
      CHECK(piece.quanta > 0);
      sums[{piece.row, piece.column}] += piece.quanta;
    }
    CHECK(static_cast<std::int64_t>(sums.size()) == whole.pairs());
    for (const auto& [pair, sum] : sums) CHECK(sum == demand.at(pair.first, pair.second));
    for (const auto& line : Lines(pieces, n).of) {
      CHECK(static_cast<int>(line.size()) <= whole.largest_nonzeros());
    }
    CHECK(std::is_sorted(pieces.begin(), pieces.end(),
                         [](const Piece& a, const Piece& b) { return a.quanta < b.quanta; }));
  }
}
