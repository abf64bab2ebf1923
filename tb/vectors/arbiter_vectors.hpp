// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/schedule/core/arbiter_core.hpp"
#include "vectors/vector_text.hpp"

namespace jacquard::tb {

// Vectors of jq_slot_arbiter, from its golden model. Fields, the highest first:
//   stimulus  rst_ni valid req[N*N], bit d*N + i: input i to output (i + d) mod N
//   outputs   valid gnt[N*N]
// Requests of every density, alone and in a row, noise when not valid, and resets now and then.
// Grants are compared from the first answer after a reset on, also while they hold.
Vectors arbiter_vectors(const schedule::ArbiterShape& shape, std::uint64_t seed,
                        std::int64_t clocks);

}  // namespace jacquard::tb
