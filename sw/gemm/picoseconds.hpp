// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

#include "jacquard/base/units.hpp"

namespace jacquard::gemm {

// To the nearest picosecond; the largest where there are more. Requires time >= 0.
inline base::Picoseconds to_picoseconds(base::Seconds time) {
  constexpr auto kMost = std::numeric_limits<base::Picoseconds::rep>::max();
  const double ps = time.count() * static_cast<double>(base::kPicosecondsPerSecond);
  return base::Picoseconds{ps < static_cast<double>(kMost) ? std::llround(ps) : kMost};
}

}  // namespace jacquard::gemm
