// SPDX-License-Identifier: Apache-2.0
// The unit of an axis.
#pragma once

#include <string>

#include "jacquard/report/metric.hpp"

namespace jacquard::view {

struct AxisUnit {
  std::string name;  // as the axis says it; "" for none
  double size = 1;   // of the unit, in the figure's own
};

// The unit in which the largest value, `most`, reads well.
AxisUnit axis_unit(report::Unit unit, double most);

}  // namespace jacquard::view
