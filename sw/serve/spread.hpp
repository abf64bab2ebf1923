// SPDX-License-Identifier: Apache-2.0
// How a latency is spread over requests.
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::serve {

// In picoseconds; percentiles are interpolated linearly between the two nearest values.
struct Spread {
  double mean = 0;
  double p50 = 0;
  double p90 = 0;
  double p95 = 0;
  double p99 = 0;
};

// All 0 of no times.
Spread spread_of(const std::vector<base::Picoseconds>& times);

// The value at `share` (0..1) of sorted values; 0 of none.
double interpolated(const std::vector<double>& sorted, double share);

}  // namespace jacquard::serve
