// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/distinct_experts.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <utility>

using namespace jacquard;
using machine::DistinctExperts;

namespace {

// Of so many independent trials.
bool is_likely(std::int64_t found, std::int64_t trials, double probability) {
  const auto n = static_cast<double>(trials);
  const double deviation = std::sqrt(n * probability * (1 - probability));
  return std::abs(static_cast<double>(found) - n * probability) < 5 * deviation;
}

}  // namespace

TEST_CASE("A token's experts are different ones, however popular some are") {
  std::vector<double> shares(256);
  for (std::size_t e = 0; e < shares.size(); ++e) shares[e] = std::pow(0.8, static_cast<double>(e));
  DistinctExperts experts(shares);
  base::Rng rng(1, "test");
  for (int token = 0; token < 2000; ++token) {
    const std::vector<int>& drawn = experts.draw(8, rng);
    REQUIRE(std::set<int>(drawn.begin(), drawn.end()).size() == 8);
  }
}

TEST_CASE("A token that takes as many experts as there are takes each") {
  DistinctExperts experts({0.97, 0.01, 0, 0.02, 0});
  base::Rng rng(2, "test");
  for (int token = 0; token < 100; ++token) {
    const std::vector<int>& drawn = experts.draw(5, rng);
    CHECK(std::set<int>(drawn.begin(), drawn.end()) == std::set<int>{0, 1, 2, 3, 4});
    // None of no share comes before one that has a share.
    CHECK(std::set<int>(drawn.begin(), drawn.begin() + 3) == std::set<int>{0, 1, 3});
  }
}

TEST_CASE("Of E experts that are alike each has k / E of the tokens") {
  constexpr int kExperts = 32, kTop = 6, kTokens = 40'000;
  DistinctExperts experts(std::vector<double>(kExperts, 1.0));
  base::Rng rng(3, "test");
  std::vector<std::int64_t> counts(kExperts, 0);
  for (int token = 0; token < kTokens; ++token) {
    for (const int expert : experts.draw(kTop, rng)) ++counts[static_cast<std::size_t>(expert)];
  }
  for (const std::int64_t count : counts) {
    CHECK(is_likely(count, kTokens, static_cast<double>(kTop) / kExperts));
  }
}

// The first by its share p, the second by its share of what the first leaves: p q / (1 - p).
TEST_CASE("Pairs are as likely as by drawing one after another without putting back") {
  const std::vector<double> shares = {0.7, 0.2, 0.06, 0.04};
  constexpr int kTokens = 60'000;
  DistinctExperts experts(shares);
  base::Rng rng(4, "test");
  std::map<std::pair<int, int>, std::int64_t> counts;
  for (int token = 0; token < kTokens; ++token) {
    const std::vector<int>& drawn = experts.draw(2, rng);
    ++counts[{drawn[0], drawn[1]}];
  }
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      if (i == j) continue;
      const double p = shares[static_cast<std::size_t>(i)], q = shares[static_cast<std::size_t>(j)];
      CAPTURE(i, j);
      CHECK(is_likely(counts[{i, j}], kTokens, p * q / (1 - p)));
    }
  }
}
