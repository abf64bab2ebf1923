// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/line_chart.hpp"

#include <catch2/catch.hpp>
#include <limits>

using jacquard::report::LineChart;
using jacquard::report::svg;

TEST_CASE("a chart places its extremes on the frame and leaves out what it cannot draw") {
  const double infinite = std::numeric_limits<double>::infinity();
  const LineChart chart{"t", "x", "y", true, {{"a", {{0, 1}, {1, 100}, {2, 0}, {3, infinite}}}}};
  // x from 0 to 1 over 84..700, y from 10^0 to 10^2 over 390..40.
  CHECK(svg(chart).find("points=\"84.0,390.0 700.0,40.0 \"") != std::string::npos);
}

TEST_CASE("names are escaped, and an empty chart is still a picture") {
  const std::string picture = svg({"a < b & c", "x", "y", false, {{"<line>", {}}}});
  CHECK(picture.find("a &lt; b &amp; c") != std::string::npos);
  CHECK(picture.find("<line>") == std::string::npos);
  CHECK(picture.find("nan") == std::string::npos);
}

TEST_CASE("a chart inside a page has the page's colours and no address, title or legend") {
  const LineChart chart{"a <title>", "x", "y", false, {{"line", {{1, 1}, {2, 2}}}}};
  const std::string picture = jacquard::report::inline_svg(chart);
  // x from 0 to 2 over 84..468, y from 0 to 2 over 268..12.
  CHECK(picture.find("points=\"276.0,140.0 468.0,12.0 \"") != std::string::npos);
  CHECK(picture.find("stroke=\"var(--c0)\"") != std::string::npos);
  CHECK(picture.find("aria-label=\"a &lt;title&gt;\"") != std::string::npos);
  CHECK(picture.find("http") == std::string::npos);
  CHECK(picture.find(">line</text>") == std::string::npos);
  const std::string legend = jacquard::report::line_legend({"a & b", "c"});
  CHECK(legend.find("stroke=\"var(--c1)\"") != std::string::npos);
  CHECK(legend.find("a &amp; b") != std::string::npos);
}

TEST_CASE("an axis that need not begin at 0 begins near its first point, and marks may be absent") {
  LineChart chart{"t", "x", "y", false, {{"a", {{100, 0}, {200, 1}}, false}}};
  chart.x_from_zero = false;
  // 97 to 203 over 84..700
  CHECK(svg(chart).find("points=\"101.4,390.0 682.6,40.0 \"") != std::string::npos);
  CHECK(svg(chart).find("<circle") == std::string::npos);
}

TEST_CASE("places of an axis bear the names given, those that would overlap none") {
  LineChart chart{"t", "x", "y", false, {{"a", {{0, 1}, {10, 2}}}}};
  chart.x_names = {{0, "none"}, {0.1, "hidden"}, {10, "ten"}};
  const std::string picture = svg(chart);
  CHECK(picture.find(">none</text>") != std::string::npos);
  CHECK(picture.find(">hidden</text>") == std::string::npos);
  CHECK(picture.find(">ten</text>") != std::string::npos);
}
