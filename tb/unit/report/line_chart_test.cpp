// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/line_chart.hpp"

#include <catch2/catch.hpp>
#include <limits>

using jacquard::report::LineChart;
using jacquard::report::svg;

TEST_CASE("a chart places its extremes on the frame and leaves out what it cannot draw") {
  const double infinite = std::numeric_limits<double>::infinity();
  const LineChart chart{"t", "x", "y", true, {{"a", {{0, 1}, {1, 100}, {2, 0}, {3, infinite}}}}};
  // x from 0 to 1 over 70..540, y from 10^0 to 10^2 over 390..40.
  CHECK(svg(chart).find("points=\"70.0,390.0 540.0,40.0 \"") != std::string::npos);
}

TEST_CASE("names are escaped, and an empty chart is still a picture") {
  const std::string picture = svg({"a < b & c", "x", "y", false, {{"<line>", {}}}});
  CHECK(picture.find("a &lt; b &amp; c") != std::string::npos);
  CHECK(picture.find("<line>") == std::string::npos);
  CHECK(picture.find("nan") == std::string::npos);
}
