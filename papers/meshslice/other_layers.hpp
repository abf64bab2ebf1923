// SPDX-License-Identifier: Apache-2.0
// What a block takes beside its fully connected layers.
#pragma once

#include "papers/meshslice/setting.hpp"

namespace jacquard::studies::meshslice {

// Over the time of the fully connected layers by MeshSlice: what makes of a gain there the gain end
// to end, (1 + fc) -> (1 + fc + r) / (1 + r). MeshSlice measured it on a TPU and prints both gains.
double printed_share(double fully_connected, double end_to_end);

// The same by rooflines: the two products of attention at the chip's rate; norms, additions, GeLU,
// and scores that are written and read in bf16, at its memory's; three times for the three passes.
double roofline_share(const Subject& subject, const gemm::Chip& chip, int chips,
                      base::Seconds fully_connected);

}  // namespace jacquard::studies::meshslice
