// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/schedule/core/crossbar_core.hpp"
#include "vectors/vector_text.hpp"

namespace jacquard::tb {

// Vectors of jq_crossbar, from its golden model. Fields, the highest first:
//   stimulus  rst_ni abort config_valid hold[B] match[N] column[N*W] slot[GUARD] guard[GUARD]
//             valid[N] data[N*WIDTH]
//   outputs   config_ready active guard error slots[B] connected[N] valid[N] data[N*WIDTH]
// Half of `clocks` is the stimulus of `jacquard verify`, half is at random. Nothing is compared
// before the first reset, and an output's word from its first one after a reset on.
// Words have at least 16 bits, guards at least 3.
Vectors crossbar_vectors(const schedule::CrossbarShape& shape, std::uint64_t seed,
                         std::int64_t clocks);

}  // namespace jacquard::tb
