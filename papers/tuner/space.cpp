// SPDX-License-Identifier: Apache-2.0
#include "papers/tuner/space.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::studies {

double value_at(const Range& range, double share) {
  JQ_CHECK(range.low <= range.high && (!range.logarithmic || range.low > 0),
           "a range has a low and a high end");
  const double value = range.logarithmic ? range.low * std::pow(range.high / range.low, share)
                                         : range.low + (range.high - range.low) * share;
  return std::clamp(value, range.low, range.high);
}

std::vector<double> values_at(const Space& space, const UnitPoint& point) {
  JQ_CHECK(point.size() == space.size(), "a point has a share of every range");
  std::vector<double> values;
  for (std::size_t d = 0; d < space.size(); ++d) values.push_back(value_at(space[d], point[d]));
  return values;
}

}  // namespace jacquard::studies
