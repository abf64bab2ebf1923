// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/front.hpp"

#include <algorithm>

#include "jacquard/search/agents/pareto.hpp"

namespace jacquard::search {

std::vector<std::int64_t> front_of(const Found& found) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < found.scores.size(); ++i) {
    if (found.scores[i].valid) order.push_back(i);
  }
  const auto rewards = [&](std::size_t i) -> const std::vector<double>& {
    return found.scores[i].rewards;
  };
  // Whatever beats a point comes before it in this order, and is on the front or beaten by one
  // there.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rewards(a) > rewards(b); });
  std::vector<std::int64_t> front;
  for (const std::size_t i : order) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](std::int64_t f) {
      const std::vector<double>& other = rewards(static_cast<std::size_t>(f));
      return other == rewards(i) || dominates(other, rewards(i));
    });
    if (!beaten) front.push_back(static_cast<std::int64_t>(i));
  }
  return front;
}

}  // namespace jacquard::search
