// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/rng.hpp"
#include "jacquard/search/feasible.hpp"

namespace jacquard::search {

// Gives knob `k` of the point another value: of an ordered knob half of the time the next one.
// False where it has one value only. The point may be infeasible then.
bool mutate(const Space& space, Point& point, std::size_t k, base::Rng& rng);

// A feasible point after `changes` such steps at random knobs, repaired.
Point neighbour(const FeasibleSet& set, const Point& point, int changes, base::Rng& rng);

}  // namespace jacquard::search
