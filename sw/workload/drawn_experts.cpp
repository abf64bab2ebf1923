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

// Chances of what is placed: copies go to the experts that have most tokens, and halve them.
std::vector<double> with_copies(std::vector<double> chances, int copies) {
  const std::vector<double> whole = chances;
  std::vector<int> placed(chances.size(), 1);
  for (int copy = 0; copy < copies; ++copy) {
    const auto most = std::max_element(chances.begin(), chances.end());
    const auto expert = static_cast<std::size_t>(most - chances.begin());
    ++placed[expert];
    *most = whole[expert] / placed[expert];
  }
  std::vector<double> all;
  for (std::size_t expert = 0; expert < chances.size(); ++expert) {
    all.insert(all.end(), static_cast<std::size_t>(placed[expert]), chances[expert]);
  }
  return all;
}

// The order that deals experts to devices, with chances such that each device expects `mean`.
std::vector<double> balanced(const std::vector<double>& chances, const std::vector<int>& order,
                             std::size_t per_device, double mean) {
  std::vector<double> even(chances.size());
  for (std::size_t first = 0; first < order.size(); first += per_device) {
    const std::size_t end = std::min(first + per_device, order.size());
    double sum = 0;
    for (std::size_t i = first; i < end; ++i) sum += base::at(chances, order[i]);
    for (std::size_t i = first; i < end; ++i) {
      base::at(even, order[i]) = base::at(chances, order[i]) * mean / sum;
    }
  }
  return even;
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
  std::vector<double> weights;
  for (int i = 0; i < experts; ++i) weights.push_back(std::pow(i + 1.0, -popularity));
  const auto sum_at = [&](double c) {
    double sum = 0;
    for (int i = 0; i < experts; ++i) {
      const double chance = -std::expm1(-c * base::at(weights, i));
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

ExpertDeals::ExpertDeals(const ExpertWork& work, const BalancedExperts& experts) {
  JQ_CHECK(work.expert_parallel >= 1, "experts are on at least one device");
  JQ_CHECK(experts.redundant >= 0 && experts.imbalance >= 1,
           "copies are counted, the busiest has most");
  const std::vector<double> chances =
      with_copies(chances_of(work.experts, work.top_k, experts.popularity), experts.redundant);
  const int placed = static_cast<int>(chances.size());
  per_device_ = (placed + work.expert_parallel - 1) / work.expert_parallel;
  const double mean = static_cast<double>(work.top_k) / work.expert_parallel * experts.imbalance;
  for (std::uint64_t i = 0; i < kDeals; ++i) {
    base::Rng rng(0, "balanced experts drawn", i);
    Deal deal;
    deal.order = rng.permutation(placed);
    deal.chances = balanced(chances, deal.order, static_cast<std::size_t>(per_device_), mean);
    for (int expert = 0; expert < placed; ++expert) deal.quantile.push_back(rng.uniform());
    deals_.push_back(std::move(deal));
  }
}

ExpertDeals::ExpertDeals(const ExpertWork& work, double popularity) {
  JQ_CHECK(work.expert_parallel >= 1, "experts are on at least one device");
  JQ_CHECK(popularity >= 0, "a popularity falls");
  per_device_ = (work.experts + work.expert_parallel - 1) / work.expert_parallel;
  const std::vector<double> chances = chances_of(work.experts, work.top_k, popularity);
  for (std::uint64_t i = 0; i < kDeals; ++i) {
    base::Rng rng(0, "experts drawn", i);
    Deal deal;
    deal.chances = chances;
    for (int expert = 0; expert < work.experts; ++expert) deal.quantile.push_back(rng.uniform());
    deal.order = rng.permutation(work.experts);
    deals_.push_back(std::move(deal));
  }
}

std::vector<DeviceLoad> ExpertDeals::busiest(double tokens) const {
  JQ_CHECK(std::isfinite(tokens) && tokens >= 0, "tokens are a finite number");
  const double whole = std::ceil(tokens);
  std::vector<DeviceLoad> busiest;
  for (const Deal& deal : deals_) {
    std::vector<double> loads;
    loads.reserve(deal.chances.size());
    for (std::size_t i = 0; i < deal.chances.size(); ++i) {
      loads.push_back(std::min(whole, poisson(whole * deal.chances[i], deal.quantile[i])));
    }
    busiest.push_back(busiest_of_deal(loads, per_device_, deal.order));
  }
  return busiest;
}

}  // namespace jacquard::workload
