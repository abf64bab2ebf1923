// SPDX-License-Identifier: Apache-2.0
// What an NPU of a mesh did when: its cores, its links by direction, and its memory's bandwidth.
#pragma once

#include <string>

#include "jacquard/report/timeline/timeline.hpp"
#include "systemc/gemm/cycle.hpp"

namespace jacquard::platform {

struct MeshTimeline {
  const gemm::CycleAnswer& run;
  base::Picoseconds interval{0};  // of NpuJobOutcome::traffic
  base::BytesPerSecond peak{0};   // of an NPU's memory
};

// A lane each for cores, links along the row, along the column and along the depth; and a counter
// of the memory's GB/s, what cores ask for on top of what links do.
report::Timeline timeline_of(const MeshTimeline& mesh, const std::string& title);

// The lanes that are used over the memory's bandwidth.
std::string timeline_svg(const MeshTimeline& mesh, const report::Timeline& timeline);

}  // namespace jacquard::platform
