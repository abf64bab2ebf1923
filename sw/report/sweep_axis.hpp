// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::report {

// Where the points of a sweep stand on an axis.
struct SweepAxis {
  std::vector<double> places;  // one per point
  bool logarithmic = false;
  bool quantities = false;  // all of one kind; else names
};

// Points that are all quantities of one kind ("25 ns", "1 us"; "2 /s"), or all bare numbers, stand
// in proportion; by logarithm where the largest is more than kLinearSpread times the smallest and
// that is above 0. All others, and such a spread from 0, stand at 0, 1, 2, ...
inline constexpr double kLinearSpread = 50;
SweepAxis sweep_axis(const std::vector<std::string>& points);

}  // namespace jacquard::report
