// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/popularity.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numeric>

using jacquard::demand::autoregressive;
using jacquard::demand::popularity;

namespace {

struct Moments {
  double variance = 0;
  double covariance = 0;
};

// Of the process at two times, over many independent streams.
Moments moments(double rho, std::uint64_t first, std::uint64_t second, int samples) {
  Moments m;
  for (int s = 0; s < samples; ++s) {
    const auto seed = static_cast<std::uint64_t>(s);
    const double a = autoregressive(rho, seed, "test", s % 7, first);
    const double b = autoregressive(rho, seed, "test", s % 7, second);
    m.variance += a * a / samples;
    m.covariance += a * b / samples;
  }
  return m;
}

double top4(std::vector<double> share) {
  std::sort(share.begin(), share.end(), std::greater<>());
  return std::accumulate(share.begin(), share.begin() + 4, 0.0);
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

}  // namespace

TEST_CASE("the process has variance 1 and forgets as rho to the power of the lag") {
  // Within a stretch of the coarse grid, across its border, and over more than one stretch. The
  // standard error of a second moment of unit normals over n samples is at most sqrt(2 / n).
  constexpr int samples = 4000;
  const double margin = 4 * std::sqrt(2.0 / samples);
  const std::uint64_t pairs[][2] = {{5, 6}, {63, 64}, {64, 65}, {60, 70}, {30, 200}, {128, 192}};
  for (const double rho : {.5, .995}) {
    for (const auto& [a, b] : pairs) {
      INFO(rho << ": " << a << ", " << b);
      const Moments m = moments(rho, a, b, samples);
      CHECK(m.variance == Approx(1).margin(margin));
      CHECK(m.covariance == Approx(std::pow(rho, static_cast<double>(b - a))).margin(margin));
    }
  }
}

TEST_CASE("one step of the slow process is as small as its noise") {
  // x(t+1) - rho x(t) has variance 1 - rho^2 = .01 whether or not a border lies between.
  constexpr int samples = 4000;
  for (const std::uint64_t t : {10u, 62u, 63u, 64u}) {
    double noise = 0;
    for (int s = 0; s < samples; ++s) {
      const auto seed = static_cast<std::uint64_t>(s);
      const double step =
          autoregressive(.995, seed, "n", 0, t + 1) - .995 * autoregressive(.995, seed, "n", 0, t);
      noise += step * step / samples;
    }
    INFO(t);
    CHECK(noise == Approx(1 - .995 * .995).epsilon(4 * std::sqrt(2.0 / samples)));
  }
}

TEST_CASE("shares sum to one and a quarter of the ports is hot") {
  for (const int ports : {1, 2, 4, 16, 64}) {
    const auto share = popularity(ports, 4, 17);
    CHECK(std::accumulate(share.begin(), share.end(), 0.0) == Approx(1));
    CHECK(*std::min_element(share.begin(), share.end()) > 0);
  }
}

TEST_CASE("the skew of 16 experts is that of the published fit") {
  // The fit is one realisation: the four largest get .72 on average and at most .81, the hottest
  // .236. It must lie within the 5-95 % band of ours: means over 100 steps, largest over 1,000
  // steps.
  std::vector<double> means;
  std::vector<double> maxima;
  std::vector<double> hottest;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    double sum = 0;
    double most = 0;
    for (std::uint64_t t = 0; t < 1000; t += 5) {
      const auto share = popularity(16, seed, t);
      const double top = top4(share);
      if (t < 100) sum += top / 20;
      most = std::max(most, top);
      if (t == 0) hottest.push_back(*std::max_element(share.begin(), share.end()));
    }
    means.push_back(sum);
    maxima.push_back(most);
  }
  CHECK(quantile(means, .05) < .72);
  CHECK(quantile(means, .95) > .72);
  CHECK(quantile(maxima, .05) < .81);
  CHECK(quantile(maxima, .95) > .805);  // ".81" to two digits
  CHECK(std::accumulate(hottest.begin(), hottest.end(), 0.0) / 40 == Approx(.236).margin(.03));
}

TEST_CASE("a walk has the popularity of each time, whether it goes on, leaps or goes back") {
  jacquard::demand::PopularityWalk walk(48, 7);
  for (const std::uint64_t time :
       {0u, 1u, 2u, 40u, 63u, 64u, 65u, 128u, 130u, 191u, 192u, 500u, 499u, 3u, 3u, 64u, 0u}) {
    INFO(time);
    CHECK(walk.at(time) == popularity(48, 7, time));
  }
}
