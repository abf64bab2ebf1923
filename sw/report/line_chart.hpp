// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace jacquard::report {

struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x ascending
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool logarithmic_y = false;  // points with y <= 0 are then left out
  std::vector<Line> lines;
  bool logarithmic_x = false;  // likewise with x <= 0
};

// A stand-alone SVG picture, 720 x 440, axes from the data, each line named in a legend. Points
// that are not finite are left out. Equal charts give equal bytes.
std::string svg(const LineChart& chart);

}  // namespace jacquard::report
