// SPDX-License-Identifier: Apache-2.0
// A time that a step cannot beat, from one micro-batch instead of all of them.
#pragma once

#include "systemc/train/run_step.hpp"

namespace jacquard::knobs {

// At most what the list schedule answers for the step, whose program need not be there: `step` is
// what train::without_program gives, and has the program of one micro-batch afterwards. Three
// things that the list schedule cannot do, of which the bound is the largest:
//   - compute a pass of a stage faster than its longest path: a stage waits for its first
//     micro-batch, runs all passes one after the other, and its last gradient goes on to the first
//     stage (PipeDream-flush, Narayanan et al. 2021 s2.2, whose bubble this is)
//   - send more through a dimension of the network than one collective at a time
//   - bring one micro-batch through all stages and back faster than its path
base::Picoseconds lower_bound(train::Step& step);

}  // namespace jacquard::knobs
