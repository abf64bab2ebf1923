// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/front.hpp"

#include <algorithm>
#include <numeric>

namespace jacquard::search {

bool dominates(const RewardsOf& a, const RewardsOf& b) {
  bool better = false;
  for (std::size_t r = 0; r < a.size(); ++r) {
    if (a[r] < b[r]) return false;
    better = better || a[r] > b[r];
  }
  return better;
}

std::vector<std::size_t> front_of(const std::vector<RewardsOf>& points, Equals equals) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Whatever beats a point comes before it in this order, and is on the front or beaten by one
  // there.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return points[a] > points[b]; });
  std::vector<std::size_t> front;
  for (const std::size_t i : order) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](std::size_t f) {
      const bool again = equals == Equals::first && points[f] == points[i];
      return again || dominates(points[f], points[i]);
    });
    if (!beaten) front.push_back(i);
  }
  return front;
}

std::vector<std::int64_t> front_of(const Found& found) {
  std::vector<std::int64_t> steps;
  std::vector<RewardsOf> points;
  for (std::size_t i = 0; i < found.scores.size(); ++i) {
    if (!found.scores[i].valid) continue;
    steps.push_back(static_cast<std::int64_t>(i));
    points.push_back(found.scores[i].rewards);
  }
  std::vector<std::int64_t> front;
  for (const std::size_t i : front_of(points)) front.push_back(steps[i]);
  return front;
}

}  // namespace jacquard::search
