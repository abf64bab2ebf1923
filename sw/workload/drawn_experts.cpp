// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/drawn_experts.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::workload {
namespace {

constexpr int kDeals = 8;
// Beyond this mean a Poisson's spread is too small a share of it to matter.
constexpr double kManyTokens = 64;

// The smallest number whose cumulative chance reaches `quantile`.
double poisson(double mean, double quantile) {
  if (mean > kManyTokens) return std::floor(mean + 0.5);
  double chance = std::exp(-mean);
  double sum = chance;
  double count = 0;
  while (sum < quantile && count < 4 * kManyTokens) {
    count += 1;
    chance *= mean / count;
    sum += chance;
  }
  return count;
}

DeviceLoad busiest_of_deal(const std::vector<double>& loads, int per_device,
                           const std::vector<int>& order) {
  const int experts = static_cast<int>(loads.size());
  DeviceLoad busiest;
  double most = -1;
  for (int first = 0; first < experts; first += per_device) {
    DeviceLoad device;
    double sum = 0;
    for (int i = first; i < std::min(first + per_device, experts); ++i) {
      device.tokens.push_back(base::at(loads, base::at(order, i)));
      sum += device.tokens.back();
    }
    if (sum <= most) continue;
    most = sum;
    busiest = std::move(device);
  }
  return busiest;
}

}  // namespace

// Drawing without putting back: an expert of weight w is among the choices with 1 - exp(-c w), and
// c is such that the chances sum to top_k.
std::vector<double> chances_of(int experts, int top_k, double popularity) {
  JQ_CHECK(experts >= 1 && top_k >= 1 && top_k <= experts, "a token chooses 1 to all experts");
  std::vector<double> chances(static_cast<std::size_t>(experts), 1.0);
  if (top_k == experts) return chances;
  const auto sum_at = [&](double c) {
    double sum = 0;
    for (int i = 0; i < experts; ++i) {
      const double chance = -std::expm1(-c * std::pow(i + 1.0, -popularity));
      base::at(chances, i) = chance;
      sum += chance;
    }
    return sum;
  };
  double low = 0;
  double high = 1;
  while (sum_at(high) < top_k) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (sum_at(middle) < top_k ? low : high) = middle;
  }
  return chances;
}

std::vector<DeviceLoad> busiest_drawn(const ExpertWork& work, double popularity) {
  JQ_CHECK(work.expert_parallel >= 1, "experts are on at least one device");
  JQ_CHECK(std::isfinite(work.tokens) && work.tokens >= 0, "tokens are a finite number");
  JQ_CHECK(popularity >= 0, "a popularity falls");
  const double tokens = std::ceil(work.tokens);
  const int per_device = (work.experts + work.expert_parallel - 1) / work.expert_parallel;
  const std::vector<double> chances = chances_of(work.experts, work.top_k, popularity);
  std::vector<DeviceLoad> deals;
  for (std::uint64_t deal = 0; deal < kDeals; ++deal) {
    base::Rng rng(0, "experts drawn", deal);
    std::vector<double> loads;
    loads.reserve(chances.size());
    for (const double chance : chances) {
      loads.push_back(std::min(tokens, poisson(tokens * chance, rng.uniform())));
    }
    deals.push_back(busiest_of_deal(loads, per_device, rng.permutation(work.experts)));
  }
  return deals;
}

}  // namespace jacquard::workload
