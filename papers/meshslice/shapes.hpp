// SPDX-License-Identifier: Apache-2.0
// MeshSlice figure 11: sixteen products, each by every algorithm at its best.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "papers/meshslice/setting.hpp"

namespace jacquard::studies::meshslice {

// The distinct products of a block's forward and backward passes, transposed ones counted once:
// eight of the paper's four layers (s5.1.4).
std::vector<gemm::MatrixShape> distinct_shapes(const Subject& subject, std::int64_t batch);

// The fastest dataflow, mesh and slice count of one product on so many chips.
std::optional<gemm::TunedPass> best_product(const gemm::MatrixShape& shape, int chips,
                                            gemm::Algorithm algorithm, const gemm::Chip& chip,
                                            gemm::Mode mode = gemm::Mode::paper);

// Mean over the sixteen of how much faster MeshSlice is than another algorithm.
double mean_gain(gemm::Algorithm over, int chips, const gemm::Chip& chip,
                 gemm::Mode mode = gemm::Mode::paper);

}  // namespace jacquard::studies::meshslice
