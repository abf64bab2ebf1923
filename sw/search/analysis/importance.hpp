// SPDX-License-Identifier: Apache-2.0
// Which knobs decide the reward.
#pragma once

#include <string>
#include <vector>

#include "jacquard/search/space.hpp"

namespace jacquard::search {

// A knob's main effect: the share of the rewards' variance that its values explain by themselves (a
// one-way analysis of variance), less what chance would give (epsilon squared; Kelley 1935). Of a
// knob with a value for each dimension: what all of them explain together, each by its main effect
// (least squares, where epsilon squared is the adjusted R squared).
// Rewards are taken as ranks, so that one extreme design does not decide. An agent's points are no
// fair sample: the share is of what decided among those.
struct Importance {
  std::string knob;  // a family: all of a knob's dimensions
  double share = 0;  // in 0..1
};

// Of knobs with two values or more, descending. `points`: distinct and valid, each with its reward.
// None where all rewards are equal.
std::vector<Importance> importance_of(const Space& space, const std::vector<Point>& points,
                                      const std::vector<double>& rewards);

}  // namespace jacquard::search
