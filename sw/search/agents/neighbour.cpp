// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/agents/neighbour.hpp"

namespace jacquard::search {
namespace {

constexpr double kNear = 0.5;  // of steps of an ordered knob: to a value next to it

}  // namespace

bool mutate(const Space& space, Point& point, std::size_t k, base::Rng& rng) {
  const Knob& knob = space.knobs()[k];
  const std::size_t values = knob.values.size();
  if (values < 2) return false;
  if (knob.ordered && values > 2 && rng.chance(kNear)) {
    const bool up = point[k] == 0 || (point[k] + 1U < values && rng.chance(0.5));
    point[k] = static_cast<std::uint16_t>(up ? point[k] + 1 : point[k] - 1);
  } else {
    const std::size_t other = rng.below(values - 1);
    point[k] = static_cast<std::uint16_t>(other < point[k] ? other : other + 1);
  }
  return true;
}

Point neighbour(const FeasibleSet& set, const Point& point, int changes, base::Rng& rng) {
  Point next = point;
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < point.size(); ++k) {
    if (set.space().knobs()[k].values.size() > 1) free.push_back(k);
  }
  if (free.empty()) return next;
  for (int c = 0; c < changes; ++c) mutate(set.space(), next, free[rng.below(free.size())], rng);
  return set.repair(next, rng);
}

}  // namespace jacquard::search
