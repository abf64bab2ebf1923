// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "jacquard/interop/kineto/rank.hpp"

namespace jacquard::interop {

// For each operation, the places of those that it waits for: the one before it on its stream, and
// those of other streams. Where the file has Stream Wait Events, these are what had been launched
// there when the event was recorded. Else they are what the times say: the last on each stream that
// had ended when it began, unless the one before it on its own stream ended later.
// Requires that no two operations of a stream overlap.
std::vector<std::vector<std::size_t>> kineto_order(const KinetoRank& rank,
                                                   const std::vector<KinetoOp>& ops);

// The operations, each cut off where the next one of its stream begins.
std::vector<KinetoOp> without_overlaps(const KinetoRank& rank);

}  // namespace jacquard::interop
