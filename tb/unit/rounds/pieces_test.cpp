// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/pieces.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

namespace jacquard::rounds {
namespace {

std::vector<int> divisors(int radix) {
  std::vector<int> all;
  for (int m = 1; m <= radix; ++m) {
    if (radix % m == 0) all.push_back(m);
  }
  return all;
}

TEST_CASE("The pieces listed are those that carries() answers yes for, and count() of them") {
  base::Rng rng(1, "pieces");
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<int> ranks;
    std::vector<int> radices;
    for (int d = 0; d < 3; ++d) {
      ranks.push_back(static_cast<int>(rng.between(1, 6)));
      radices.push_back(static_cast<int>(rng.between(1, 6)));
    }
    const Shape rank_shape(ranks);
    const Shape piece_shape(radices);
    PieceSet set;
    for (int d = 0; d < 3; ++d) {
      const std::vector<int> moduli = divisors(radices[static_cast<std::size_t>(d)]);
      DigitRule rule;
      rule.digit = static_cast<int>(rng.between(kNoDigit, 2));
      rule.add = static_cast<int>(rng.between(-20, 20));
      rule.step = static_cast<int>(rng.between(-3, 3));
      rule.flip = static_cast<int>(rng.below(4));
      rule.modulus = moduli[rng.below(moduli.size())];
      set.push_back(rule);
    }
    const int sender = static_cast<int>(rng.below(static_cast<std::uint64_t>(rank_shape.size())));
    const int k = static_cast<int>(rng.below(10));
    std::vector<int> expected;
    for (int piece = 0; piece < piece_shape.size(); ++piece) {
      if (carries(set, rank_shape, piece_shape, sender, k, piece)) expected.push_back(piece);
    }
    CHECK(expand(set, rank_shape, piece_shape, sender, k) == expected);
    CHECK(count(set, piece_shape) == static_cast<int>(expected.size()));
  }
}

TEST_CASE("A rule says which values, by hand") {
  const Shape ranks({8});
  const Shape pieces({8});
  const auto of = [&](const DigitRule& rule, int sender, int k) {
    return expand({rule}, ranks, pieces, sender, k);
  };
  CHECK(of({0, 0, 0, 0, 1}, 3, 0) == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(of({0, -1, -1, 0, 8}, 0, 1) == std::vector<int>{6});   // 0 - 1 - 1
  CHECK(of({0, 0, 0, 2, 4}, 5, 0) == std::vector<int>{3, 7});  // (5 xor 2) mod 4
  CHECK(of({kNoDigit, 1, 0, 0, 2}, 5, 0) == std::vector<int>{1, 3, 5, 7});
  CHECK(of({0, 0, 1 << 30, 0, 8}, 1, 1 << 24) == std::vector<int>{1});  // no overflow
}

}  // namespace
}  // namespace jacquard::rounds
