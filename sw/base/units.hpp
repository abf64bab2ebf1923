// SPDX-License-Identifier: Apache-2.0
// The project's quantities. Integer where exactness matters (bytes, event time), double for sums
// over many NPUs.
#pragma once

#include <cstdint>

#include "jacquard/base/quantity.hpp"

namespace jacquard::base {

using Bytes = Quantity<struct BytesUnit, std::int64_t>;
using BitsPerSecond = Quantity<struct BitsPerSecondUnit, std::int64_t>;
using BytesPerSecond = Quantity<struct BytesPerSecondUnit, double>;
using Flops = Quantity<struct FlopsUnit, double>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondUnit, double>;
using Picoseconds = Quantity<struct PicosecondsUnit, std::int64_t>;
using Seconds = Quantity<struct SecondsUnit, double>;
using Joules = Quantity<struct JoulesUnit, double>;
using Watts = Quantity<struct WattsUnit, double>;

inline constexpr std::int64_t kPicosecondsPerSecond = 1'000'000'000'000;

// Time `size` takes on a link of `rate`, to the nearest picosecond. Requires rate > 0.
// Saturates at the largest Picoseconds rather than overflow.
Picoseconds transfer_time(Bytes size, BitsPerSecond rate);

// Whole bytes a link of `rate` carries in `time` (rounded down). Saturates likewise.
Bytes bytes_carried(Picoseconds time, BitsPerSecond rate);

// Saturating a * k for durations, so a huge makespan is reported as the largest time, not wrapped.
Picoseconds times(Picoseconds a, std::int64_t k);
Picoseconds plus(Picoseconds a, Picoseconds b);

Seconds to_seconds(Picoseconds time);

}  // namespace jacquard::base
