// SPDX-License-Identifier: Apache-2.0
// Agents on functions of points.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "jacquard/search/agent.hpp"

namespace jacquard::tb {

struct Driven {
  std::vector<search::Point> points;  // in the order of asking
  std::vector<double> rewards;        // NaN where invalid
  bool exhausted = false;
};

// Nothing: the point cannot be evaluated.
using RewardOf = std::function<std::optional<double>(const search::Point&)>;

inline Driven drive(search::Agent& agent, const RewardOf& reward, std::size_t budget) {
  Driven driven;
  while (driven.points.size() < budget) {
    const auto points = agent.ask(static_cast<std::int64_t>(budget - driven.points.size()));
    if (points.empty()) {
      driven.exhausted = true;
      return driven;
    }
    std::vector<search::Score> scores;
    for (const search::Point& point : points) {
      const std::optional<double> value = reward(point);
      scores.push_back({value.has_value(), {}});
      if (value) scores.back().rewards = {*value};
      driven.points.push_back(point);
      driven.rewards.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    agent.tell({points.data(), points.size()}, {scores.data(), scores.size()});
  }
  return driven;
}

}  // namespace jacquard::tb
