// SPDX-License-Identifier: Apache-2.0
// Rates of links are whole bits per second where each picosecond counts, and real bytes per second
// in models. Only these functions turn one into the other.
#pragma once

#include "jacquard/base/units.hpp"

namespace jacquard::base {

// Exact below 2^53 bit/s.
BytesPerSecond in_bytes(BitsPerSecond rate);

// To the nearest bit per second; saturates at the largest. Requires a rate of at least 0.
BitsPerSecond in_bits(BytesPerSecond rate);

// Time `size` takes at `rate` > 0 in picoseconds, not rounded: for shares of times.
double real_transfer_ps(Bytes size, BitsPerSecond rate);

// `size` over `time`; 0 of no time.
BytesPerSecond mean_rate(Bytes size, Picoseconds time);

}  // namespace jacquard::base
