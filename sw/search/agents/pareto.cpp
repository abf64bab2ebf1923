// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agents/pareto.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace jacquard::search {

std::vector<std::vector<std::size_t>> fronts_of(const std::vector<RewardsOf>& rewards) {
  std::vector<std::size_t> dominators(rewards.size(), 0);
  std::vector<std::vector<std::size_t>> dominated(rewards.size());
  std::vector<std::vector<std::size_t>> fronts(1);
  for (std::size_t i = 0; i < rewards.size(); ++i) {
    for (std::size_t j = 0; j < rewards.size(); ++j) {
      if (dominates(rewards[i], rewards[j])) dominated[i].push_back(j);
      if (dominates(rewards[j], rewards[i])) ++dominators[i];
    }
    if (dominators[i] == 0) fronts[0].push_back(i);
  }
  while (!fronts.back().empty()) {
    std::vector<std::size_t> next;
    for (const std::size_t i : fronts.back()) {
      for (const std::size_t j : dominated[i]) {
        if (--dominators[j] == 0) next.push_back(j);
      }
    }
    std::sort(next.begin(), next.end());
    fronts.push_back(std::move(next));
  }
  fronts.pop_back();
  return fronts;
}

std::vector<double> crowding(const std::vector<RewardsOf>& rewards,
                             const std::vector<std::size_t>& front) {
  std::vector<double> distance(front.size(), 0);
  if (front.empty()) return distance;
  std::vector<std::size_t> order(front.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t r = 0; r < rewards[front[0]].size(); ++r) {
    const auto reward = [&](std::size_t k) { return rewards[front[order[k]]][r]; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return rewards[front[a]][r] < rewards[front[b]][r];
    });
    const double range = reward(order.size() - 1) - reward(0);
    distance[order.front()] = distance[order.back()] = std::numeric_limits<double>::infinity();
    if (!(range > 0)) continue;
    for (std::size_t k = 1; k + 1 < order.size(); ++k) {
      distance[order[k]] += (reward(k + 1) - reward(k - 1)) / range;
    }
  }
  return distance;
}

}  // namespace jacquard::search
