// SPDX-License-Identifier: Apache-2.0
// Many steps of decoding as one loop: each token makes the cache longer.
#pragma once

#include <vector>

#include "jacquard/workload/loop_node.hpp"
#include "jacquard/workload/step_request.hpp"

namespace jacquard::workload {

// `steps` steps of each stage, the first of which finds request.tokens() tokens in the cache. Node
// i of a body is operation i of the stage's program (inference_program). Streams go on from one
// step to the next, and the first stage waits for the token that the last one chose. Attention's
// FLOPs and bytes grow by those of one key; durations, of the works by number, from `first` in the
// first step to `last` in the last one, evenly; none where these are empty. Requires
// request.kind == decode and steps >= 1; throws ConfigError as plan_of().
std::vector<LoopNode> decode_loops(const StepRequest& request, int steps,
                                   const std::vector<base::Picoseconds>& first = {},
                                   const std::vector<base::Picoseconds>& last = {});

}  // namespace jacquard::workload
