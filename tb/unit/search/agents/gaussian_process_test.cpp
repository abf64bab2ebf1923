// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agents/gaussian_process.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/rng.hpp"
#include "jacquard/search/agents/expected_improvement.hpp"
#include "jacquard/search/agents/kernel_fit.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

Inputs random_inputs(std::size_t rows, std::size_t width, std::uint64_t seed) {
  base::Rng rng(seed, "test inputs");
  Inputs inputs;
  inputs.width = width;
  for (std::size_t i = 0; i < rows * width; ++i) inputs.numbers.push_back(rng.uniform());
  return inputs;
}

std::vector<double> waves(const Inputs& inputs) {
  std::vector<double> heights;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    heights.push_back(std::sin(6 * inputs.row(i)[0]) + inputs.row(i)[1]);
  }
  return heights;
}

}  // namespace

TEST_CASE("the kernel is that of Rasmussen and Williams, eq. 4.17, for nu = 5/2") {
  CHECK(matern52(0) == 1);
  // (1 + sqrt5 + 5/3) exp(-sqrt5)
  CHECK(matern52(1) == Approx(0.5239941088318203).epsilon(1e-12));
}

TEST_CASE("the posterior of two points is the closed form of a 2 x 2 inverse") {
  GaussianProcess process({{2.0}, 0.01});
  process.add({1, {0.0, 2.0}});  // one length apart
  process.observe({1.0, -0.5});
  Posterior posterior(process);
  posterior.add({1, {1.0}});  // half a length from both
  const double a = 1.01, b = matern52(1), k = matern52(0.5), determinant = a * a - b * b;
  const double first = (a * 1.0 - b * -0.5) / determinant;
  const double second = (a * -0.5 - b * 1.0) / determinant;
  CHECK(posterior.mean(0) == Approx(k * (first + second)).epsilon(1e-12));
  const double explained = k * k * (2 * a - 2 * b) / determinant;
  CHECK(posterior.deviation(0) == Approx(std::sqrt(1 - explained)).epsilon(1e-12));
  const double pi = std::acos(-1.0);
  CHECK(process.log_likelihood() == Approx(-0.5 * (first * 1.0 + second * -0.5) -
                                           0.5 * std::log(determinant) - std::log(2 * pi))
                                        .epsilon(1e-12));
}

TEST_CASE("rows that extend the factor one by one give what a new factor gives") {
  const Inputs all = random_inputs(60, 3, 5);
  const Kernel kernel{{0.5, 1.0, 2.0}, 1e-3};
  GaussianProcess whole(kernel), grown(kernel);
  whole.add(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    grown.add({3, {all.row(i), all.row(i) + 3}});
  }
  whole.observe(waves(all));
  grown.observe(waves(all));
  CHECK(grown.log_likelihood() == Approx(whole.log_likelihood()).epsilon(1e-9));
  Posterior a(whole), b(grown);
  const Inputs places = random_inputs(20, 3, 6);
  a.add(places);
  b.add(places);
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(b.mean(i) == Approx(a.mean(i)).margin(1e-9));
    CHECK(b.deviation(i) == Approx(a.deviation(i)).margin(1e-9));
  }
}

TEST_CASE("a believed candidate tells of the others what an observation of its mean would") {
  const Inputs all = random_inputs(12, 2, 7), places = random_inputs(8, 2, 8);
  const Kernel kernel{{0.7, 0.7}, 1e-2};
  GaussianProcess process(kernel);
  process.add(all);
  std::vector<double> heights = waves(all);
  process.observe(heights);
  Posterior believing(process);
  believing.add(places);
  for (const std::size_t chosen : {3U, 5U}) {
    heights.push_back(believing.mean(chosen));
    believing.believe(chosen);
  }
  GaussianProcess more(kernel);
  more.add(all);
  more.add({2, {places.row(3), places.row(3) + 2}});
  more.add({2, {places.row(5), places.row(5) + 2}});
  more.observe(heights);
  Posterior seen(more);
  seen.add(places);
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(believing.mean(i) == Approx(seen.mean(i)).margin(1e-9));
    CHECK(believing.deviation(i) == Approx(seen.deviation(i)).margin(1e-9));
  }
}

TEST_CASE("expected improvement is the closed form of Jones et al., eq. 15") {
  const double pi = std::acos(-1.0);
  CHECK(expected_improvement(5, 2, 5) == Approx(2 / std::sqrt(2 * pi)));
  // Phi(1) + phi(1), tables of the normal distribution
  CHECK(expected_improvement(1, 1, 0) == Approx(0.8413447461 + 0.2419707245));
  CHECK(expected_improvement(-1, 1, 0) == Approx(0.2419707245 - 0.1586552539));
  CHECK(expected_improvement(-50, 1, 0) >= 0);
  CHECK(expected_improvement(3, 1e-9, 1) == Approx(2));
}

TEST_CASE("slopes of the evidence are its differences") {
  const Inputs inputs = random_inputs(25, 3, 9);
  const std::vector<double> heights = waves(inputs);
  const std::vector<std::size_t> knob_of = {0, 1, 1};  // two columns share a length
  const KernelChoice choice{{0.6, 1.7}, 0.03};
  const Evidence here = evidence(choice, inputs, knob_of, heights);
  REQUIRE(here.slopes.size() == 3);
  for (std::size_t u = 0; u < 3; ++u) {
    constexpr double kStep = 1e-5;
    const auto moved = [&](double step) {
      KernelChoice other = choice;
      (u < 2 ? other.lengths[u] : other.noise) *= std::exp(step);
      return evidence(other, inputs, knob_of, heights).value;
    };
    CHECK(here.slopes[u] == Approx((moved(kStep) - moved(-kStep)) / (2 * kStep)).epsilon(1e-5));
  }
}

TEST_CASE("a fit finds that a knob without effect tells nothing") {
  const Inputs inputs = random_inputs(60, 3, 10);
  const KernelChoice found = fit_kernel(first_choice(3), inputs, {0, 1, 2}, waves(inputs), 40);
  CHECK(found.lengths[2] > 4 * found.lengths[0]);  // column 2 has no effect
  CHECK(evidence(found, inputs, {0, 1, 2}, waves(inputs)).value >
        evidence(first_choice(3), inputs, {0, 1, 2}, waves(inputs)).value);
}
