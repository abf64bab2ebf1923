// SPDX-License-Identifier: Apache-2.0
// How much of its local memory an NPU's tensors take.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/engine/job/node_runner.hpp"

namespace jacquard::engine::job {

struct Peak {
  base::Bytes bytes{0};
  base::Picoseconds at{0};  // since when
  int node = 0;             // whose beginning takes it so far; -1: what was there before
};

// The most that the tensors its nodes read and write take at once. One that a node writes is there
// from that node's beginning to the end of the last that reads it; one that is read before
// any node writes it was there before and stays; one that is written but never read stays too. What
// ends at an instant makes room for what begins at it. Nothing where no node names its tensors.
// Throws ConfigError where they take more than 64 bits can count.
std::optional<Peak> peak_memory(const OpGraph& graph,
                                const std::vector<NodeRunner::Interval>& intervals);

}  // namespace jacquard::engine::job
