// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/falling_weights.hpp"

#include <catch2/catch.hpp>

#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/matching/max_weight_matching.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::FallingWeights;
using schedule::Residue;

namespace {

// The heaviest of all that cover the fullest lines, by weights with a bonus above any sum, anew for
// each matching: the other way to say it.
std::int64_t heaviest_with_bonus(const Residue& left, bool cover, schedule::Matching& columns) {
  const int n = left.ports();
  const std::int64_t bonus = left.largest_entry() * n + 1;
  std::vector<std::int64_t> weights;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      const int full = int{left.row(row).nonzeros == left.largest_nonzeros()} +
                       int{left.column(column).nonzeros == left.largest_nonzeros()};
      const std::int64_t count = left.at(row, column);
      weights.push_back(count == 0 ? 0 : count + (cover ? bonus * full : 0));
    }
  }
  schedule::MaxWeightMatching matching(n);
  (void)matching.solve(weights);
  columns = matching.columns();
  std::int64_t sum = 0;
  for (int row = 0; row < n; ++row) sum += left.at(row, base::at(columns, row));
  return sum;
}

template <class Count>
void take_apart(const demand::QuantaMatrix& demand, bool cover) {
  const int n = demand.ports();
  Residue left(demand);
  std::vector<Count> weights;
  for (const std::int64_t count : demand.row_major()) weights.push_back(static_cast<Count>(count));
  FallingWeights<Count> matching(n, weights);
  while (!left.empty()) {
    const int fullest = left.largest_nonzeros();
    for (int port = 0; cover && port < n; ++port) {
      if (left.row(port).nonzeros == fullest) matching.cover_row(port);
      if (left.column(port).nonzeros == fullest) matching.cover_column(port);
    }
    schedule::Matching columns;
    const std::int64_t expected = heaviest_with_bonus(left, cover, columns);
    matching.solve();
    std::int64_t sum = 0;
    std::vector<bool> taken(base::index(n));
    for (int row = 0; row < n; ++row) {
      const int column = base::at(matching.columns(), row);
      REQUIRE_FALSE(taken.at(base::index(column)));
      taken.at(base::index(column)) = true;
      sum += left.serve(row, column, left.at(row, column));
      matching.remove(row, column);
    }
    REQUIRE(sum == expected);
    if (cover) REQUIRE(left.largest_nonzeros() == fullest - 1);
  }
}

}  // namespace

TEST_CASE(
    "matchings of falling weights are the heaviest, few values or many, all covered or none") {
  for (const int n : {1, 2, 3, 8, 33, 64}) {
    for (std::uint64_t k = 0; k < 4; ++k) {
      const double density = k % 2 == 0 ? 0.2 : 0.95;
      for (const bool cover : {false, true}) {
        INFO("ports " << n << ", matrix " << k << ", covered " << cover);
        take_apart<std::int32_t>(support::random_demand(n, 7, density, k), cover);
        take_apart<std::int64_t>(support::random_demand(n, 7, density, k), cover);
        take_apart<std::int64_t>(support::random_demand(n, 1'000'000'000, density, k), cover);
      }
    }
  }
}

TEST_CASE("matchings of falling weights are the heaviest of the largest weights that fit") {
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max() / 64 / 10;
  REQUIRE(FallingWeights<std::int64_t>::fits(9, largest));
  REQUIRE_FALSE(FallingWeights<std::int64_t>::fits(9, largest + 1));
  // The oracle's own bonus must fit, too.
  for (std::uint64_t k = 0; k < 20; ++k) {
    take_apart<std::int64_t>(support::random_demand(9, largest / 8, 0.7, k), true);
    take_apart<std::int32_t>(support::random_demand(9, 3'000'000, 0.7, k), true);
  }
}
