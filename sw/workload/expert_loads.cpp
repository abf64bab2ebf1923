// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/expert_loads.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/demand/expert_popularity.hpp"

namespace jacquard::workload {
namespace {

constexpr int kDeals = 8;
constexpr double kSpreadOfTokens = 0.8;
constexpr double kSpreadOfFew = 200;

// `total` over `parts`, as even as whole numbers allow, larger ones first.
std::vector<double> spread_evenly(double total, int parts) {
  const double each = std::floor(total / parts);
  // Beyond 2^53 the difference is of no meaning.
  const double larger = std::clamp(total - each * parts, 0.0, parts - 1.0);
  std::vector<double> values(static_cast<std::size_t>(parts), each);
  for (int i = 0; i < static_cast<int>(larger); ++i) base::at(values, i) += 1;
  return values;
}

// Shares of `total` by weight, none above `most`; rounded.
std::vector<double> capped_shares(const std::vector<double>& weights, double total, double most) {
  std::vector<double> loads;
  loads.reserve(weights.size());
  double left = total;
  double weight_left = std::accumulate(weights.begin(), weights.end(), 0.0);
  bool capping = true;  // weights fall, so the capped come first
  for (const double weight : weights) {
    const double share = left * (weight / weight_left);
    capping = capping && share > most;
    if (capping) {
      left -= most;
      weight_left -= weight;
    }
    loads.push_back(capping ? most : std::min(most, std::floor(share + 0.5)));
  }
  return loads;
}

// Rounding may have left some over, which the most popular experts take, or given too many, which
// the least popular give back. One each is enough: it changed none by more than a half.
void settle(std::vector<double>& loads, double total, double most) {
  double missing = total - std::accumulate(loads.begin(), loads.end(), 0.0);
  for (auto load = loads.begin(); load != loads.end() && missing >= 1; ++load) {
    if (*load + 1 > most) continue;
    *load += 1;
    missing -= 1;
  }
  for (auto load = loads.rbegin(); load != loads.rend() && missing <= -1; ++load) {
    if (*load < 1) continue;
    *load -= 1;
    missing += 1;
  }
}

int experts_per_device(const ExpertWork& work) {
  return (work.experts + work.expert_parallel - 1) / work.expert_parallel;
}

DeviceLoad busiest_of_deal(const std::vector<double>& loads, int per_device, std::uint64_t deal) {
  const int experts = static_cast<int>(loads.size());
  const std::vector<int> order = base::Rng(0, "experts on devices", deal).permutation(experts);
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

std::vector<double> expert_loads(const ExpertWork& work) {
  JQ_CHECK(work.experts >= 1 && work.top_k >= 1 && work.top_k <= work.experts,
           "a token chooses 1 to all experts");
  JQ_CHECK(std::isfinite(work.tokens) && work.tokens >= 0, "tokens are a finite number");
  const double tokens = std::ceil(work.tokens);
  const double choices = tokens * work.top_k;
  if (work.skew == 0) return spread_evenly(choices, work.experts);
  const double whole = choices > work.experts ? kSpreadOfTokens * tokens : kSpreadOfFew;
  const double spread = std::pow(std::max(1.0, whole), std::min(1.0, work.skew));
  const std::vector<double> weights =
      demand::expert_weights(work.experts, std::max(1.0, work.skew), spread);
  std::vector<double> loads = capped_shares(weights, choices, tokens);
  settle(loads, choices, tokens);
  return loads;
}

std::vector<DeviceLoad> busiest_device(const ExpertWork& work) {
  JQ_CHECK(work.expert_parallel >= 1, "experts are on at least one device");
  JQ_CHECK(std::isfinite(work.tokens) && work.tokens >= 0, "tokens are a finite number");
  const int per_device = experts_per_device(work);
  if (work.skew == 0) {
    const double share = static_cast<double>(per_device) / work.experts;
    const double tokens = std::ceil(std::ceil(work.tokens) * work.top_k * share);
    return {{spread_evenly(tokens, per_device)}};
  }
  const std::vector<double> loads = expert_loads(work);
  if (work.expert_parallel == 1) return {{loads}};
  std::vector<DeviceLoad> deals;
  for (std::uint64_t deal = 0; deal < kDeals; ++deal) {
    deals.push_back(busiest_of_deal(loads, per_device, deal));
  }
  return deals;
}

double busiest_over_mean(const ExpertWork& work) {
  if (work.skew == 0 || work.tokens <= 0) return 1;
  const std::vector<DeviceLoad> deals = busiest_device(work);
  double tokens = 0;
  for (const DeviceLoad& deal : deals) {
    tokens += std::accumulate(deal.tokens.begin(), deal.tokens.end(), 0.0);
  }
  const double busiest = tokens / static_cast<double>(deals.size());
  const double mean = std::ceil(work.tokens) * work.top_k / work.expert_parallel;
  return std::max(1.0, busiest / mean);
}

}  // namespace jacquard::workload
