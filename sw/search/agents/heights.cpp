// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agents/heights.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/statistics.hpp"

namespace jacquard::search {
namespace {

constexpr double kFar = 1.5;  // below the median, in distances from there to the best decile

double mean_of(const std::vector<double>& values) {
  return base::mean(values, [](double value) { return value; });
}

}  // namespace

std::vector<double> heights_of(const std::vector<Score>& scores) {
  bool positive = true, negative = true;
  for (const Score& score : scores) {
    if (!score.valid) continue;
    positive = positive && score.rewards.front() > 0;
    negative = negative && score.rewards.front() < 0;
  }
  const auto height = [&](const Score& score) {
    const double reward = score.rewards.front();
    return positive ? std::log(reward) : negative ? -std::log(-reward) : reward;
  };
  std::vector<double> sorted;
  for (const Score& score : scores) {
    if (score.valid) sorted.push_back(height(score));
  }
  if (sorted.empty()) return std::vector<double>(scores.size(), 0.0);
  std::sort(sorted.begin(), sorted.end());
  const double median = base::percentile(sorted, 0.5);
  const double above = base::percentile(sorted, 0.9) - median;
  const double floor = above > 0 ? median - kFar * above : sorted.front();

  std::vector<double> heights;
  for (const Score& score : scores) {
    heights.push_back(std::max(score.valid ? height(score) : sorted.front(), floor));
  }
  const double mean = mean_of(heights);
  double square = 0;
  for (const double h : heights) square += (h - mean) * (h - mean);
  const double spread = std::sqrt(square / static_cast<double>(heights.size()));
  for (double& h : heights) h = (h - mean) / (spread > 0 ? spread : 1);
  return heights;
}

}  // namespace jacquard::search
