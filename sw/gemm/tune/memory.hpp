// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/tune/tune.hpp"

namespace jacquard::gemm {

inline constexpr int kElementBytes = 2;  // of Request, and of all that a chip holds

// What a chip holds of the question's blocks, in shards: weights; in training also their gradients
// and each layer's X, which the backward pass needs; else each layer's X of one block. Optimiser
// states and caches are not among them. Saturates.
base::Bytes held_by_chip(const Question& question, const Mesh& mesh);

}  // namespace jacquard::gemm
