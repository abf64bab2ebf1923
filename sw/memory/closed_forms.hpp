// SPDX-License-Identifier: Apache-2.0
// What a memory can reach at most, in closed form: what a simulation is held against.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::memory {

// 1 - tRFC / tREFI for all-bank refresh; 1 otherwise: other banks go on.
double share_outside_refresh(const MemoryConfig& config);

// Of all channels: peak * share_outside_refresh.
base::BytesPerSecond streaming_bound(const MemoryConfig& config);

// Random single bursts: min(4 bursts / tFAW, burst / tRRD_S, banks * burst / tRC, peak) *
// share_outside_refresh, of all channels.
base::BytesPerSecond random_bound(const MemoryConfig& config);

}  // namespace jacquard::memory
