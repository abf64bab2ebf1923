// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/arrivals.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::demand {
namespace {

using base::Picoseconds;

constexpr double kWeight = 1e12;  // of the heaviest pair

int draw_column(const DemandMatrix& weights, int row, std::int64_t sum, base::Rng& rng) {
  auto left = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(sum)));
  int column = 0;
  while ((left -= weights.at(row, column).count()) >= 0) ++column;
  return column;
}

// 1, 2, ... with this mean.
int draw_burst(double mean, base::Rng& rng) {
  int flows = 1;
  while (rng.chance(1 - 1 / mean)) ++flows;
  return flows;
}

double exponential(base::Rng& rng) { return -std::log(1 - rng.uniform()); }

}  // namespace

DemandMatrix uniform_pairs(int ports) { return skewed_pairs(ports, 0, 0, 0); }

DemandMatrix permutation_pairs(int ports, std::uint64_t seed, std::uint64_t index) {
  DemandMatrix weights(ports);
  const std::vector<int> cycle = base::Rng(seed, "arrivals/permutation", index).permutation(ports);
  for (std::size_t k = 0; k < cycle.size(); ++k) {
    weights.set(cycle[k], cycle[(k + 1) % cycle.size()], base::Bytes{1});
  }
  return weights;
}

DemandMatrix skewed_pairs(int ports, double skew, std::uint64_t seed, std::uint64_t index) {
  DemandMatrix weights(ports);
  const std::vector<int> rank = base::Rng(seed, "arrivals/ranks", index).permutation(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      const double share = std::pow(base::at(rank, j) + 1, -skew);
      if (i != j) weights.set(i, j, base::Bytes{std::llround(kWeight * share)});
    }
  }
  return weights;
}

std::vector<Flow> draw_arrivals(const Arrivals& a, const DemandMatrix& weights,
                                const SizeLaw& sizes, std::uint64_t seed, std::uint64_t index) {
  const int ports = weights.ports();
  const double line_flows_per_ps = a.load * static_cast<double>(a.rate.count()) / 8 / sizes.mean() /
                                   static_cast<double>(base::kPicosecondsPerSecond);
  const auto busiest = static_cast<double>(weights.largest_line_sum().count());
  std::vector<Flow> flows;
  for (int i = 0; i < ports; ++i) {
    std::int64_t sum = 0;
    for (int j = 0; j < ports; ++j) sum += weights.at(i, j).count();
    if (sum == 0) continue;
    base::Rng rng(seed, "arrivals",
                  index * static_cast<std::uint64_t>(kMaxPorts) + static_cast<std::uint64_t>(i));
    const double gap = a.burst / (line_flows_per_ps * static_cast<double>(sum) / busiest);
    const auto end = static_cast<double>(a.time.count());
    for (double at = gap * exponential(rng); at < end; at += gap * exponential(rng)) {
      const int j = draw_column(weights, i, sum, rng);
      for (int left = draw_burst(a.burst, rng); left > 0; --left) {
        flows.push_back({i, j, sizes.draw(rng), Picoseconds{static_cast<std::int64_t>(at)}});
      }
      if (flows.size() > static_cast<std::size_t>(kMostFlows)) {
        throw base::ConfigError({"traffic", "/arrivals/time",
                                 "at most " + std::to_string(kMostFlows) + " flows", "more",
                                 "a shorter time, a lower load, or larger flows"});
      }
    }
  }
  std::stable_sort(flows.begin(), flows.end(),
                   [](const Flow& x, const Flow& y) { return x.start < y.start; });
  return flows;
}

}  // namespace jacquard::demand
