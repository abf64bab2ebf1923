// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/program.hpp"
#include "jacquard/report/timeline/timeline.hpp"

namespace jacquard::gemm {

// The lanes of a chip of a mesh: 0 its cores, then its links along the row, the column and the
// depth. A lane is a kind of its own.
void add_mesh_lanes(report::Timeline& timeline, int group);

// The lane that an operation takes; -1: none, in no time.
int mesh_lane_of(const Op& op);

}  // namespace jacquard::gemm
