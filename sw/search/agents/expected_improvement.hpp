// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace jacquard::search {

// How much a normal value of this mean and deviation (> 0) exceeds `best`, on average (Jones et al.
// 1998, eq. 15). Never below 0.
inline double expected_improvement(double mean, double deviation, double best) {
  const double z = (mean - best) / deviation;
  const double density = std::exp(-0.5 * z * z) / std::sqrt(2 * std::acos(-1.0));
  const double below = 0.5 * std::erfc(-z / std::sqrt(2.0));
  const double improvement = deviation * (z * below + density);
  return improvement > 0 ? improvement : 0;  // far below `best` rounding may leave less than 0
}

}  // namespace jacquard::search
