// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stacked_bars.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <regex>

namespace jacquard::report {
namespace {

StackedBars chart() {
  StackedBars chart;
  chart.title = "Shares & <losses>";
  chart.parts = {{"data", "#0072b2"}, {"idle", "#d9d9d9"}, {"lost", "#d55e00"}};
  chart.mark_name = "bound";
  chart.bars = {{"a", {0.5, 0.25, 0.25}, 0.75, "1 of 2"}, {"b", {1, 0, 0}, 0, "2 of 2"}};
  return chart;
}

// The widths of all rectangles of a colour.
std::vector<double> widths(const std::string& svg, const std::string& colour) {
  const std::regex rectangle("width=\"([0-9.]+)\" height=\"18.0\" fill=\"" + colour + "\"");
  std::vector<double> found;
  for (std::sregex_iterator it(svg.begin(), svg.end(), rectangle), end; it != end; ++it) {
    found.push_back(std::stod((*it)[1]));
  }
  return found;
}

}  // namespace

TEST_CASE("A name longer than the usual margin moves the bars, and stays within the picture") {
  StackedBars named = chart();
  named.bars[0].name = "shorter-way-ring,two-way-ring, blueconnect, 64 chunks";  // some 350 wide
  const std::string picture = svg(named);
  std::smatch found;
  REQUIRE(std::regex_search(picture, found, std::regex("translate\\(([0-9]+) 0\\)")));
  CHECK(std::stod(found[1]) > 100);
  CHECK(widths(picture, "#0072b2") == widths(svg(chart()), "#0072b2"));
  CHECK(svg(chart()).find("translate") == std::string::npos);
}

TEST_CASE("Each share of a bar is as wide as it is large, and empty ones are left out") {
  const std::string picture = svg(chart());
  const auto data = widths(picture, "#0072b2");
  const auto idle = widths(picture, "#d9d9d9");
  const auto lost = widths(picture, "#d55e00");
  REQUIRE(data.size() == 2);
  REQUIRE(idle.size() == 1);
  REQUIRE(lost.size() == 1);
  CHECK(data[1] == Approx(2 * data[0]));
  CHECK(idle[0] == Approx(data[0] / 2));
  CHECK(data[0] + idle[0] + lost[0] == Approx(data[1]));
}

TEST_CASE("A stacked picture names its parts, bars and marks, and escapes its texts") {
  const std::string picture = svg(chart());
  for (const char* text : {"data", "idle", "lost", "bound", "1 of 2", "&amp; &lt;losses&gt;"}) {
    INFO(text);
    CHECK(picture.find(text) != std::string::npos);
  }
  CHECK(picture == svg(chart()));
}

TEST_CASE("Shares that are no numbers draw nothing") {
  StackedBars broken = chart();
  broken.bars = {{"a", {std::nan(""), -1, 0.5}, std::nan(""), ""}};
  const std::string picture = svg(broken);
  CHECK(picture.find("nan") == std::string::npos);
  CHECK(widths(picture, "#d55e00").size() == 1);
}

}  // namespace jacquard::report
