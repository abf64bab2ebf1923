// SPDX-License-Identifier: Apache-2.0
// The drawings of a page, as inline SVG.
#pragma once

#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::report {

// Rows = sources, columns = destinations, lightness = bytes; above kLargestLabelled ports as a
// bitmap without labels.
inline constexpr int kLargestLabelled = 32;
std::string heat_map(const demand::DemandMatrix& demand);

struct Bar {
  std::string name;
  double value;       // length
  double lost;        // the end part of it, drawn in the colour of losses
  std::string label;  // beside the bar
};

// Horizontal bars on one scale from 0 to `scale`; a longer one is cut and says so with an arrow. A
// line at `mark` is named `mark_name`.
std::string bar_chart(const std::vector<Bar>& bars, double scale, double mark,
                      const std::string& mark_name, const std::string& description);

}  // namespace jacquard::report
