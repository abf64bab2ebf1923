// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::engine {

// A phase every chunk passes: it waits in the queue of its dimension, then takes `time`.
struct PipelinePhase {
  int dimension = 0;
  base::Picoseconds time{0};
};

// When the last of `chunks` chunks has passed all phases, in their order, while at most `active` of
// them are served in a dimension at a time, first come first served. All are there at 0.
base::Picoseconds pipeline_end(const std::vector<PipelinePhase>& phases, int chunks, int active);

}  // namespace jacquard::engine
