// SPDX-License-Identifier: Apache-2.0
// SUMMA as no text has it: the panels of an iteration travel as one broadcast or reduction.
#pragma once

#include "papers/meshslice/setting.hpp"

namespace jacquard::studies::meshslice {

struct MergedSumma {
  gemm::Mesh mesh;
  base::Seconds time{0};  // of a block's forward and backward passes
  double utilisation = 0;
};

// The best of all meshes, choices of what stays, divisors of lcm(rows, columns) as iterations, and
// packets. MeshSlice s4.2 unrolls the products alone: its broadcasts stay lcm(rows, columns).
MergedSumma merged_summa(const gemm::Question& question);

}  // namespace jacquard::studies::meshslice
