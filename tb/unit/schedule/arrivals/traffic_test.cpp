// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arrivals/traffic.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "jacquard/base/error.hpp"

using namespace jacquard::schedule;
using jacquard::base::ConfigError;
using jacquard::base::Rng;

namespace {

constexpr int kSlots = 40'000;

// Cells counted per (input, output) over kSlots.
std::vector<double> counted(const Traffic& traffic, int ports) {
  Arrivals arrivals(traffic, ports, Rng(3, "traffic-test"));
  std::vector<double> cells(static_cast<std::size_t>(ports * ports), 0);
  for (int slot = 0; slot < kSlots; ++slot) {
    const std::vector<int>& arriving = arrivals.next();
    for (int i = 0; i < ports; ++i) {
      const int j = arriving[static_cast<std::size_t>(i)];
      if (j != kUnmatched) cells[static_cast<std::size_t>(i * ports + j)] += 1;
    }
  }
  return cells;
}

// The rate matrix of each pattern, written out from its definition in the literature.
double share(Pattern pattern, int i, int j, int n, double hot) {
  const int k = (j - i + n) % n;
  switch (pattern) {
    case Pattern::uniform:
      return 1.0 / n;
    case Pattern::bursty:
      return 1.0 / n;
    case Pattern::hotspot:
      return (j == 0 ? hot : 0) + (1 - hot) / n;
    case Pattern::diagonal:
      return k == 0 ? 2.0 / 3 : k == 1 ? 1.0 / 3 : 0;
    case Pattern::quasi_diagonal:
      return k == 0 ? 0.5 : 0.5 / (n - 1);
    case Pattern::log_diagonal:
      return std::pow(2.0, n - 1 - k) / (std::pow(2.0, n) - 1);
  }
  return 0;
}

}  // namespace

TEST_CASE("each Bernoulli pattern has the rate matrix of its definition") {
  const int ports = 5;
  for (const PatternName& row : patterns()) {
    if (row.pattern == Pattern::bursty) continue;
    Traffic traffic;
    traffic.pattern = row.pattern;
    traffic.load = 0.7;
    traffic.hot_share = 0.2;
    const std::vector<double> cells = counted(traffic, ports);
    for (int i = 0; i < ports; ++i) {
      for (int j = 0; j < ports; ++j) {
        const double rate =
            offered_rate(traffic, ports) * share(row.pattern, i, j, ports, traffic.hot_share);
        const double deviation = std::sqrt(kSlots * rate * (1 - rate));
        INFO(row.name << " (" << i << ", " << j << ")");
        CHECK(std::abs(cells[static_cast<std::size_t>(i * ports + j)] - kSlots * rate) <=
              4.5 * deviation);
      }
    }
  }
}

TEST_CASE("the hot spot's load is the load of its busiest output") {
  Traffic traffic;
  traffic.pattern = Pattern::hotspot;
  traffic.load = 0.8;
  traffic.hot_share = 0.3;
  CHECK(admissible_rate(traffic, 8) == Approx(1 / (8 * 0.3 + 0.7)));
  const std::vector<double> cells = counted(traffic, 8);
  double hot = 0;
  for (std::size_t i = 0; i < 8; ++i) hot += cells[i * 8];
  CHECK(hot / kSlots == Approx(0.8).margin(0.02));
}

TEST_CASE("bursts have their mean length, one destination, and the offered rate") {
  Traffic traffic;
  traffic.pattern = Pattern::bursty;
  traffic.load = 0.4;
  traffic.mean_burst = 10;
  Arrivals arrivals(traffic, 64, Rng(4, "bursts"));
  // At 64 outputs two adjoining bursts rarely share one, so a run of one destination is a burst.
  double cells = 0;
  double bursts = 0;
  std::vector<int> last(64, kUnmatched);
  for (int slot = 0; slot < kSlots; ++slot) {
    const std::vector<int>& arriving = arrivals.next();
    for (std::size_t i = 0; i < 64; ++i) {
      cells += arriving[i] != kUnmatched;
      bursts += arriving[i] != kUnmatched && arriving[i] != last[i];
    }
    last = arriving;
  }
  CHECK(cells / (64.0 * kSlots) == Approx(0.4).epsilon(0.02));
  CHECK(cells / bursts == Approx(10).epsilon(0.02));
}

TEST_CASE("one port sends to itself under every pattern") {
  for (const PatternName& row : patterns()) {
    Traffic traffic;
    traffic.pattern = row.pattern;
    traffic.load = 1;
    Arrivals arrivals(traffic, 1, Rng(5, row.name));
    for (int slot = 0; slot < 50; ++slot) REQUIRE(arrivals.next() == std::vector<int>{0});
  }
}

TEST_CASE("traffic out of range is the user's mistake") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double load : {0.0, -0.1, 1.01, nan}) {
    Traffic traffic;
    traffic.load = load;
    CHECK_THROWS_AS(check_traffic(traffic), ConfigError);
  }
  Traffic burst;
  burst.mean_burst = 0.5;
  CHECK_THROWS_AS(check_traffic(burst), ConfigError);
  Traffic hot;
  hot.hot_share = 1.5;
  CHECK_THROWS_AS(check_traffic(hot), ConfigError);
  CHECK_THROWS_WITH(find_pattern("unifrom"), Catch::Contains("uniform"));
}
