// SPDX-License-Identifier: Apache-2.0
// The best point of one pass.
#pragma once

#include <optional>

#include "jacquard/gemm/tune/tune.hpp"

namespace jacquard::gemm {

// A lower bound of the time with `slices`, by the cost with one: launches and synchronisations grow
// with slices, bytes and products do not shrink, and the two directions hide each other at most.
base::Seconds bound_of(const GemmCost& whole, int slices);

struct PassSearch {
  std::optional<TunedPass> best;  // none: no slice count is legal, or no buffer fits
  std::int64_t points = 0;
  std::int64_t evaluated = 0;
  std::int64_t too_big = 0;
};

// `request` with each algorithm and each legal slice count, whose buffers take at most `room`.
PassSearch best_of(Request request, const Question& question, const MeshNetwork& network,
                   base::Bytes room);

}  // namespace jacquard::gemm
