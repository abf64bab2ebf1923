// SPDX-License-Identifier: Apache-2.0
// Time of a kernel of the FlashAttention family.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/flash_tiling.hpp"

namespace jacquard::cost {

struct FlashRates {
  base::FlopsPerSecond peak{0};  // of the device, for this type
  double query_bytes = 2;        // of a value
  double kv_bytes = 2;
};

// Seconds of the forward pass without its launch: tiles over processors or bytes over bandwidth,
// whichever is longer, and what joins splits.
double flash_seconds(const Device& device, const FlashKernel& kernel, const FlashShape& shape,
                     const FlashRates& rates);

// Seconds of `tiling`'s tiles on the device's processors, a block of keys of a tile taking `block`
// and a tile `tile` beside.
double makespan(const FlashTiling& tiling, const FlashKernel& kernel, int processors, double tile,
                double block);

}  // namespace jacquard::cost
