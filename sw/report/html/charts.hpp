// SPDX-License-Identifier: Apache-2.0
// The drawings of a page, as inline SVG.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::report {

// Width of the drawings of a page. At 400 pixels their letters have more than ten.
inline constexpr int kChartWidth = 480;

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

using TickText = std::function<std::string(double)>;

// Horizontal bars from 0, on one scale that stands below them in the words of `tick_text`. A bar
// beyond `scale` ends in an arrow, which the chart explains. A dashed line at `mark`, where it is
// above 0, is explained as `mark_name`.
std::string bar_chart(const std::vector<Bar>& bars, double scale, double mark,
                      const std::string& mark_name, const std::string& description,
                      const TickText& tick_text);

}  // namespace jacquard::report
