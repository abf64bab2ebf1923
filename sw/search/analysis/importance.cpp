// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/importance.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/search/analysis/rank_correlation.hpp"

namespace jacquard::search {
namespace {

struct Group {
  double sum = 0;
  double count = 0;
};

// Of one coordinate. `squares`: sum of squared deviations of all ranks from `mean`.
double share_of(std::size_t coordinate, std::size_t values, const std::vector<Point>& points,
                const std::vector<double>& ranks, double mean, double squares) {
  std::vector<Group> groups(values);
  for (std::size_t i = 0; i < points.size(); ++i) {
    Group& group = groups[points[i][coordinate]];
    group.sum += ranks[i];
    group.count += 1;
  }
  double between = 0;
  double used = 0;  // values that some point has
  for (const Group& group : groups) {
    if (group.count == 0) continue;
    const double deviation = group.sum / group.count - mean;
    between += group.count * deviation * deviation;
    used += 1;
  }
  const double left = static_cast<double>(points.size()) - used;
  if (left <= 0) return 0;
  const double by_chance = (used - 1) * (squares - between) / left;
  return std::max(0.0, (between - by_chance) / squares);
}

}  // namespace

std::vector<Importance> importance_of(const Space& space, const std::vector<Point>& points,
                                      const std::vector<double>& rewards) {
  JQ_CHECK(points.size() == rewards.size(), "a reward for each point");
  const std::vector<double> ranks = ranks_of(rewards);
  const double mean = static_cast<double>(ranks.size() + 1) / 2;
  double squares = 0;
  for (const double rank : ranks) squares += (rank - mean) * (rank - mean);
  std::vector<Importance> all;
  if (squares == 0) return all;
  for (std::size_t k = 0; k < space.knobs().size(); ++k) {
    const Knob& knob = space.knobs()[k];
    if (knob.values.size() < 2) continue;
    if (all.empty() || all.back().knob != knob.family) all.push_back({knob.family, 0});
    double& share = all.back().share;
    share = std::min(1.0, share + share_of(k, knob.values.size(), points, ranks, mean, squares));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Importance& a, const Importance& b) { return a.share > b.share; });
  return all;
}

}  // namespace jacquard::search
