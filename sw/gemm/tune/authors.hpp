// SPDX-License-Identifier: Apache-2.0
// The search of MeshSlice's authors: their published tuner's choices, to the digit.
#pragma once

#include "jacquard/gemm/tune/tune.hpp"

namespace jacquard::gemm {

// Which lists of slice counts: their simulator's, or those they tuned a TPU v4 pod with.
enum class Calibration : std::uint8_t { simulator, pod };

// The slice counts they try where the sliced dimension has `blocks` x 8 x lcm(rows, columns)
// values, ascending. 0 blocks are a multiple of all, so the first list serves, as in their tuner.
std::vector<int> slices_of_authors(std::int64_t blocks, Calibration calibration);

// rows = 4, 8, 16 ... while both sides are whole and at least 4.
std::vector<Mesh> meshes_of_authors(int chips);

// Every mesh of theirs with the best listed slice count of each layer, one for its three passes;
// expanding layers keep Y, others X, nothing is transposed. Of the question, algorithms and memory
// are not looked at. Throws ConfigError naming --chips where they have no mesh.
Tuned tune_as_authors(const Question& question, Calibration calibration);

}  // namespace jacquard::gemm
