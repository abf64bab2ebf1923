// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/gain_matching.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/schedule/matching/max_weight_matching.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::GainMatching;
using schedule::kUnmatched;
using schedule::Matching;

namespace {

constexpr int kAnySteps = 1 << 30;

// Each column once; the weight of all pairs.
template <class Count>
std::int64_t total(const GainMatching<Count>& matching, const std::vector<Count>& weights) {
  const Matching& columns = matching.columns();
  const int n = static_cast<int>(columns.size());
  std::vector<bool> taken(columns.size());
  std::int64_t sum = 0;
  for (int row = 0; row < n; ++row) {
    const int column = base::at(columns, row);
    REQUIRE(column != kUnmatched);
    REQUIRE_FALSE(taken[base::index(column)]);
    taken[base::index(column)] = true;
    sum += std::max<Count>(0, weights[base::cell(row, column, n)]);
  }
  return sum;
}

template <class Count>
std::vector<Count> weights_of(const demand::QuantaMatrix& demand, Count where_none) {
  std::vector<Count> weights;
  for (const std::int64_t count : demand.row_major()) {
    weights.push_back(count == 0 ? where_none : static_cast<Count>(count));
  }
  return weights;
}

}  // namespace

// Shortest augmenting paths share no code with it, and are held against LEMON themselves.
TEMPLATE_TEST_CASE("assignments over bit sets weigh what shortest augmenting paths find", "",
                   std::int16_t, std::int32_t, std::int64_t) {
  for (const int n : {1, 2, 7, 63, 64, 65, 130}) {
    GainMatching<TestType> warm(n);  // the prices of one solve start the next
    schedule::MaxWeightMatching oracle(n);
    for (std::uint64_t k = 0; k < 8; ++k) {
      const auto demand = support::random_demand(n, k % 2 == 0 ? 4 : 500, k < 4 ? 0.2 : 1.0, k);
      const std::int64_t expected = oracle.solve(demand.row_major());
      INFO("ports " << n << ", matrix " << k);
      const Matching none(base::index(n), kUnmatched);
      for (const TestType where_none : {TestType{0}, GainMatching<TestType>::kNone}) {
        const auto weights = weights_of<TestType>(demand, where_none);
        GainMatching<TestType> cold(n);
        REQUIRE(cold.solve(weights.data(), none, kAnySteps));
        CHECK(total(cold, weights) == expected);
        REQUIRE(warm.solve(weights.data(), none, kAnySteps));
        CHECK(total(warm, weights) == expected);
        const auto least = *std::min_element(warm.price.begin(), warm.price.end());
        for (TestType& price : warm.price) price = static_cast<TestType>(price - least);
      }
    }
  }
}

TEST_CASE("without steps rows are left that want what others have") {
  GainMatching<std::int32_t> matching(2);
  const std::vector<std::int32_t> weights{5, 1, 5, 1};
  CHECK_FALSE(matching.solve(weights.data(), {kUnmatched, kUnmatched}, 0));
  CHECK(matching.columns() == Matching{0, kUnmatched});
  CHECK(matching.solve(weights.data(), {0, kUnmatched}, 1));
  CHECK(matching.price == std::vector<std::int32_t>{4, 0});
}

TEST_CASE("a penalty is what a line without a pair costs") {
  // Rows 0 and 1 have a pair with column 0 alone; row 1's weighs less, but row 1 must be covered.
  constexpr std::int32_t none = GainMatching<std::int32_t>::kNone;
  const std::vector<std::int32_t> weights{9, none, 2, none};
  GainMatching<std::int32_t> matching(2);
  REQUIRE(matching.solve(weights.data(), {kUnmatched, kUnmatched}, kAnySteps));
  CHECK(matching.columns() == Matching{0, 1});
  matching.row_penalty[1] = 100;
  REQUIRE(matching.solve(weights.data(), {kUnmatched, kUnmatched}, kAnySteps));
  CHECK(matching.columns() == Matching{1, 0});
  CHECK(matching.weight(1) == 2);
  CHECK(matching.weight(0) == 0);
}
