// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/expert_popularity.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using jacquard::demand::expert_weights;

TEST_CASE("experts' weights are the quantiles of a power law") {
  // Density x^-1 on [1, s]: quantile u is s^u. Two experts: u = 3/4 and 1/4.
  const auto one = expert_weights(2, 1, 16);
  CHECK(one[0] == Approx(8));
  CHECK(one[1] == Approx(2));
  // Density x^-2: quantile u is 1 / (1 - u (1 - 1/s)); s = 2: 1/(1 - 3/8) and 1/(1 - 1/8).
  const auto two = expert_weights(2, 2, 2);
  CHECK(two[0] == Approx(1.6));
  CHECK(two[1] == Approx(8.0 / 7));
  // Half of a density x^0.5: x = (1 + u (s^0.5 - 1))^2; s = 9, u = 1/2.
  CHECK(expert_weights(1, 0.5, 9)[0] == Approx(4));
}

TEST_CASE("an exponent of 0 gives equal weights, and one near 1 is no cliff") {
  for (const double w : expert_weights(5, 0, 100)) CHECK(w == 1);
  const auto below = expert_weights(64, 1 - 1e-7, 1e4);
  const auto at = expert_weights(64, 1, 1e4);
  for (std::size_t i = 0; i < at.size(); ++i) CHECK(below[i] == Approx(at[i]).epsilon(1e-4));
  for (const double w : expert_weights(3, 50, 1e6)) CHECK((std::isfinite(w) && w >= 1));
}
