// SPDX-License-Identifier: Apache-2.0
// What the paper's own rules of choice reach by the same costs (MeshSlice s3.2).
#pragma once

#include "jacquard/gemm/tune/tune.hpp"

namespace jacquard::gemm {

// Phase 1: the largest of Y, X and W stays; a layer is transposed only where its input would else
// have to be. Phase 2: on each mesh one slice count for the three passes of a layer. MeshSlice,
// or the first algorithm of a question without. The fastest mesh; none if the rules lead nowhere.
std::optional<TunedBlock> by_rules_of_paper(const Question& question);

}  // namespace jacquard::gemm
