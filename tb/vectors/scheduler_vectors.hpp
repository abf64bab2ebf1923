// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/schedule/core/core.hpp"
#include "vectors/vector_text.hpp"

namespace jacquard::tb {

// Vectors of jq_scheduler, from its golden model. Fields, the highest first:
//   stimulus  rst_ni load_valid start abort ready fill top_offset[L] floor[L] row[N*B]
//   outputs   load_ready busy done valid hold[H] match[N] column[N*W]
// Half of `clocks` is the stimulus of `jacquard verify` (all demand classes, plain and
// stressed, with several options), half is at random. Nothing is compared before the first reset.
Vectors scheduler_vectors(const schedule::CoreShape& shape, std::uint64_t seed,
                          std::int64_t clocks);

}  // namespace jacquard::tb
