// SPDX-License-Identifier: Apache-2.0
// What it takes to transpose an activation between two layers whose layouts differ.
#pragma once

#include "jacquard/gemm/chip.hpp"
#include "jacquard/gemm/mesh_network.hpp"

namespace jacquard::gemm {

// A matrix of rows x columns values that is cut among the mesh becomes its transposed one: every
// shard's parts go along its row of chips, then along a column. One launch; each hop of a gather
// in a direction takes at most the whole shard, so this is an upper bound of the linear model
// (MeshSlice s3.2.2) with the figures of SendRecv. 0 for one chip.
base::Seconds resharding_time(double rows, double columns, int element_bytes, const Mesh& mesh,
                              const Chip& chip, const MeshNetwork& network);

}  // namespace jacquard::gemm
