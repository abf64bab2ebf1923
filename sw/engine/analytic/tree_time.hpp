// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/engine/analytic/phase_model.hpp"

namespace jacquard::engine {

// The parent of each member of a tree; rounds::kNobody at the root.
using Parents = std::vector<int>;

// When the last member has done the last of `chunks` all-reduces of `data` bytes, whole chunks up
// and down trees[chunk mod trees], while each member begins a chunk when it has done the one before
// (a tree gives no common end: each member goes on when its own part is over).
base::Picoseconds trees_time(const PhaseModel& model, const std::vector<Parents>& trees,
                             base::Bytes data, int chunks);

}  // namespace jacquard::engine
