// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/cost/flash_kernel.hpp"

namespace jacquard::cost {

// New tokens enter the pages of a cache.
struct CacheWrite {
  double tokens = 0;
  double values = 0;  // of a key of all heads
  double bytes = 0;   // read and written of each token
};

// Seconds beside the launch. A block of up to 512 threads copies a token, and a processor holds
// 2,048 threads: so many tokens at once wait one latency of memory, or all share its bandwidth.
double cache_write_seconds(const Device& device, const FlashKernel& kernel,
                           const CacheWrite& write);

}  // namespace jacquard::cost
