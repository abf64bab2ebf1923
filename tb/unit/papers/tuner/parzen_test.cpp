// SPDX-License-Identifier: Apache-2.0
#include "papers/tuner/parzen.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using jacquard::base::Rng;
using jacquard::studies::Parzen;

namespace {

double integral(const Parzen& density, double from, double to) {
  constexpr int steps = 20'000;
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    sum += std::exp(density.log_density(from + (to - from) * (k + 0.5) / steps));
  }
  return sum * (to - from) / steps;
}

}  // namespace

TEST_CASE("A Parzen density has a mass of one over 0..1, however its points lie") {
  for (const auto& points : std::vector<std::vector<double>>{
           {}, {0}, {1}, {0.5, 0.5}, {0.1, 0.11, 0.12}, {0, 0.3, 0.3, 0.9, 1}}) {
    CHECK(integral(Parzen(points), 0, 1) == Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("Draws from a Parzen density fall where it has mass") {
  const Parzen density({0.05, 0.1, 0.12, 0.8});
  constexpr int draws = 40'000;
  Rng rng(1, "parzen test");
  int low = 0;
  for (int k = 0; k < draws; ++k) {
    const double at = density.draw(rng);
    REQUIRE((at >= 0 && at <= 1));
    low += at < 0.25 ? 1 : 0;
  }
  const double share = integral(density, 0, 0.25);
  const double sigma = std::sqrt(share * (1 - share) / draws);
  CHECK(std::abs(static_cast<double>(low) / draws - share) < 4 * sigma);
  CHECK(share > 0.3);
}
