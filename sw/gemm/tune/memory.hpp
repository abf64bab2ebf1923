// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/gemm/layers.hpp"
#include "jacquard/gemm/mesh.hpp"

namespace jacquard::gemm {

inline constexpr int kElementBytes = 2;  // of Request, and of all that a chip holds

// What a chip holds of so many blocks, in shards: weights, their gradients, and each layer's X,
// which the backward pass needs. Optimiser states are not among them. Saturates.
base::Bytes held_by_chip(const std::vector<Layer>& layers, int blocks, const Mesh& mesh);

}  // namespace jacquard::gemm
