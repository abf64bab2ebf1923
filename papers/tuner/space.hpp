// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::studies {

// One number to be chosen: low <= value <= high, on a logarithmic or a linear scale.
struct Range {
  std::string name;
  double low = 0;
  double high = 1;
  bool logarithmic = false;  // requires low > 0
};

using Space = std::vector<Range>;
// A point as shares of its ranges, each in 0..1: what optimisers work on.
using UnitPoint = std::vector<double>;

// The value at `share` of a range.
double value_at(const Range& range, double share);
std::vector<double> values_at(const Space& space, const UnitPoint& point);

}  // namespace jacquard::studies
