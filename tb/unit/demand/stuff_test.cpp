// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/stuff.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using jacquard::demand::QuantaMatrix;
using jacquard::demand::stuff;

TEST_CASE("dummies make every line sum the largest, and never lower it") {
  jacquard::base::Rng rng(11, "stuff test");
  for (int round = 0; round < 300; ++round) {
    const int n = 1 + static_cast<int>(rng.below(9));
    std::vector<std::int64_t> counts(static_cast<std::size_t>(n * n));
    for (auto& c : counts) c = rng.chance(.4) ? 0 : rng.between(0, 50);
    const QuantaMatrix demand(n, counts);
    const auto dummies = stuff(demand);
    CHECK(dummies.size() <= static_cast<std::size_t>(2 * n - 1));
    for (const auto& d : dummies) {
      CHECK(d.quanta >= 1);
      counts[static_cast<std::size_t>(d.row * n + d.column)] += d.quanta;
    }
    for (int i = 0; i < n; ++i) {
      std::int64_t row = 0;
      std::int64_t column = 0;
      for (int j = 0; j < n; ++j) {
        row += counts[static_cast<std::size_t>(i * n + j)];
        column += counts[static_cast<std::size_t>(j * n + i)];
      }
      CHECK(row == demand.largest_line_sum());
      CHECK(column == demand.largest_line_sum());
    }
  }
}

TEST_CASE("a balanced matrix needs no dummies, an all-zero one neither") {
  CHECK(stuff(QuantaMatrix(2, {3, 1, 1, 3})).empty());
  CHECK(stuff(QuantaMatrix(3, std::vector<std::int64_t>(9, 0))).empty());
}
