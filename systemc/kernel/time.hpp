// SPDX-License-Identifier: Apache-2.0
// Between the project's picoseconds and the kernel's, whose resolution is one as well.
#pragma once

#include <algorithm>
#include <cstdint>
#include <systemc>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// A circuit run is ended after a day: 64 bits of picoseconds are 106, which leaves room for sums.
inline constexpr base::Picoseconds kLongestRunOfCircuits{86'400 * base::kPicosecondsPerSecond};

inline sc_core::sc_time kernel_time(base::Picoseconds time) {
  return sc_core::sc_time::from_value(static_cast<std::uint64_t>(time.count()));
}

inline base::Picoseconds now() { return base::Picoseconds{sc_core::sc_time_stamp().value()}; }

// From now until `time`; nothing if that has passed.
inline sc_core::sc_time until(base::Picoseconds time) {
  return kernel_time(std::max(time - now(), base::Picoseconds{0}));
}

}  // namespace jacquard::systemc
