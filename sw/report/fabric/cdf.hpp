// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::report {

struct CdfPoint {
  base::Picoseconds at;
  double share;  // of the samples that are at most `at`
};

// The empirical distribution of the samples: a point for each value that occurs, ascending. Of more
// than `most` (>= 2) values the extremes stay, and the last value in each of `most` - 1 equal parts
// of the range: every point is exact, only steps between them are merged.
std::vector<CdfPoint> cdf(std::vector<base::Picoseconds> samples, std::size_t most = 400);

// The step curve through them, from share 0 at the first: (time / unit, share).
std::vector<std::pair<double, double>> steps(const std::vector<CdfPoint>& points,
                                             base::Picoseconds unit);

}  // namespace jacquard::report
