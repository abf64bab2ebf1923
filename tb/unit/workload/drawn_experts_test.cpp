// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/drawn_experts.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using namespace jacquard;
using workload::DeviceLoad;
using workload::ExpertWork;

namespace {

ExpertWork work_of(double tokens, int top_k, int experts, int expert_parallel = 1) {
  ExpertWork work;
  work.tokens = tokens;
  work.top_k = top_k;
  work.experts = experts;
  work.expert_parallel = expert_parallel;
  return work;
}

std::vector<DeviceLoad> deals_of(const ExpertWork& work, double popularity) {
  return workload::ExpertDeals(work, popularity).busiest(work.tokens);
}

// Means over deals.
double hit(const std::vector<DeviceLoad>& deals) {
  double sum = 0;
  for (const DeviceLoad& deal : deals) {
    for (const double tokens : deal.tokens) sum += tokens > 0 ? 1 : 0;
  }
  return sum / static_cast<double>(deals.size());
}

double rows(const std::vector<DeviceLoad>& deals) {
  double sum = 0;
  for (const DeviceLoad& deal : deals) {
    sum += std::accumulate(deal.tokens.begin(), deal.tokens.end(), 0.0);
  }
  return sum / static_cast<double>(deals.size());
}

}  // namespace

TEST_CASE("Chances of experts sum to the choices of a token and fall by popularity") {
  for (const double popularity : {0.0, 0.5, 1.1, 2.0}) {
    const std::vector<double> chances = workload::chances_of(128, 8, popularity);
    CHECK(std::accumulate(chances.begin(), chances.end(), 0.0) == Approx(8));
    for (std::size_t i = 1; i < chances.size(); ++i) CHECK(chances[i] <= chances[i - 1]);
    CHECK(chances.front() <= 1);
  }
  CHECK(workload::chances_of(8, 8, 1.1) == std::vector<double>(8, 1.0));
}

TEST_CASE("Equal chances hit as many experts as independent draws do") {
  // E(1 - (1 - k/E)^n), the closed form.
  const int experts = 128;
  for (const int tokens : {4, 16, 64}) {
    const double expected = experts * (1 - std::pow(1 - 4.0 / experts, tokens));
    CHECK(hit(deals_of(work_of(tokens, 4, experts), 0)) == Approx(expected).epsilon(0.08));
  }
}

TEST_CASE("Drawn loads keep the tokens' choices, and popularity leaves experts unhit") {
  const auto even = deals_of(work_of(64, 4, 128), 0);
  const auto uneven = deals_of(work_of(64, 4, 128), 1.1);
  CHECK(rows(even) == Approx(256).epsilon(0.05));
  CHECK(rows(uneven) == Approx(256).epsilon(0.05));
  CHECK(hit(uneven) < hit(even));
  for (const DeviceLoad& deal : uneven) {
    for (const double tokens : deal.tokens) CHECK(tokens <= 64);
  }
}

TEST_CASE("Loads never fall where tokens grow") {
  double hits = 0;
  double tokens = 0;
  for (int n = 1; n <= 4096; n *= 2) {
    const auto deals = deals_of(work_of(n, 8, 256), 1.1);
    CHECK(hit(deals) >= hits);
    CHECK(rows(deals) >= tokens);
    hits = hit(deals);
    tokens = rows(deals);
  }
}

TEST_CASE("The busiest device has at least a mean device's tokens") {
  const auto deals = deals_of(work_of(512, 8, 256, 8), 1.1);
  for (const DeviceLoad& deal : deals) CHECK(deal.tokens.size() == 32);
  CHECK(rows(deals) >= 512.0 * 8 / 8);
}
