// SPDX-License-Identifier: Apache-2.0
// What an NPU of a mesh did when: its cores, its links by direction, and its memory's bandwidth.
#pragma once

#include <string>

#include "sim/gemm/cycle.hpp"

namespace jacquard::platform {

struct MeshTimeline {
  const gemm::CycleAnswer& run;
  base::Picoseconds interval{0};  // of NpuJobOutcome::traffic
  base::BytesPerSecond peak{0};   // of an NPU's memory
};

// A stand-alone picture: a lane each for cores, links along the row, along the column and along the
// depth, as far as they are used; and the memory's bandwidth below, what cores ask for on top of
// what links do.
std::string timeline_svg(const MeshTimeline& timeline, const std::string& title);

// Chrome trace-event JSON: the same lanes, and a counter of GB/s for cores and links.
std::string timeline_trace(const MeshTimeline& timeline);

}  // namespace jacquard::platform
