// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "jacquard/search/front.hpp"

namespace jacquard::search {

// Fronts from the best on: indices that nothing outside earlier fronts dominates (Deb et al. 2002,
// fast non-dominated sort).
std::vector<std::vector<std::size_t>> fronts_of(const std::vector<RewardsOf>& rewards);

// Of each member of a front: the perimeter of the box between its neighbours, each reward over its
// range; infinity at the ends.
std::vector<double> crowding(const std::vector<RewardsOf>& rewards,
                             const std::vector<std::size_t>& front);

}  // namespace jacquard::search
