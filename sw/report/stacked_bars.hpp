// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::report {

struct StackedPart {
  std::string name;
  std::string colour;  // CSS
};

struct StackedBar {
  std::string name;
  std::vector<double> shares;  // of each part, as many as there are parts
  double mark = 0;             // a line across the bar there, 0 for none
  std::string note;            // beside the bar
};

struct StackedBars {
  std::string title;
  std::vector<StackedPart> parts;
  std::vector<StackedBar> bars;
  std::string mark_name;  // of the lines, in the legend
};

// A stand-alone SVG picture of bars from 0 to 1. Parts that are no positive number are left out.
// Equal charts give equal bytes.
std::string svg(const StackedBars& chart);

}  // namespace jacquard::report
