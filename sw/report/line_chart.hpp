// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace jacquard::report {

struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x ascending
  bool marks = true;                              // a dot at each point
  bool joined = true;                             // else dots alone
  std::vector<std::string> titles = {};           // tooltips of the points; none, or one for each
  // Beside the points, likewise; those that would lie on an earlier one are not written.
  std::vector<std::string> labels = {};
  int like = -1;  // an earlier line, whose colour it has; the legend then leaves it out
};

// A stretch of the x axis with a name, shaded.
struct Region {
  double from, to;
  std::string name;
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool logarithmic_y = false;  // points with y <= 0 are then left out
  std::vector<Line> lines;
  bool logarithmic_x = false;  // likewise with x <= 0
  bool x_from_zero = true;     // else a linear x axis begins just left of the first point
  // Where x has names rather than round figures: (place, name); what would overlap is not written.
  std::vector<std::pair<double, std::string>> x_names = {};
  bool y_from_zero = true;           // else a linear y axis begins just below the lowest point
  std::vector<Region> regions = {};  // side by side, left to right
  bool margins = false;              // room beyond the largest values, for dots and labels there
};

// A stand-alone SVG picture, 720 wide, axes from the data, each line named in a legend below.
// Points that are not finite are left out. Equal charts give equal bytes.
std::string svg(const LineChart& chart);

// The same for inside a page of ours, 480 x 320: in the page's colours, light or dark, and without
// the title, which a heading gives, and without a legend.
std::string inline_svg(const LineChart& chart);

// One legend, HTML, for all inline charts whose lines have these names in this order.
std::string line_legend(const std::vector<std::string>& names);

}  // namespace jacquard::report
