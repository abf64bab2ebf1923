// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/charts.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <regex>

using namespace jacquard;
using namespace jacquard::report;
using Catch::Contains;

namespace {

std::string times(double x) { return fmt::format("{:g} x", x); }

std::vector<double> widths(const std::string& svg, const std::string& tone) {
  const std::regex box("<rect [^>]*width=\"([0-9.]+)\" height=\"14\" fill=\"var\\(" + tone +
                       "\\)\"");
  std::vector<double> all;
  for (std::sregex_iterator it(svg.begin(), svg.end(), box), end; it != end; ++it) {
    all.push_back(std::stod((*it)[1]));
  }
  return all;
}

}  // namespace

TEST_CASE("bars are as long as their values on one scale from 0, with the lost part at the end") {
  const std::string svg =
      bar_chart({{"a", 2, 0.5, "two"}, {"b", 1, 0, "one"}}, 2, 1, "bound", "d", times);
  const auto kept = widths(svg, "--bar"), lost = widths(svg, "--loss");
  REQUIRE(kept.size() == 2);
  REQUIRE(lost.size() == 1);
  CHECK(kept[0] == Approx(3 * lost[0]).epsilon(0.01));
  CHECK(kept[1] == Approx(2 * lost[0]).epsilon(0.01));
  CHECK_THAT(svg, Contains(">0 x</text>") && Contains(">2 x</text>"));
  CHECK_THAT(svg, Contains("Dashed: bound (1 x)."));
  CHECK_THAT(svg, !Contains("arrow"));
}

TEST_CASE("a bar beyond the scale is cut, and the chart says where") {
  const std::string svg = bar_chart({{"a", 9, 0, "nine"}}, 3, 0, "", "d", times);
  CHECK_THAT(svg, Contains("An arrow: the bar goes on beyond 3 x.") && !Contains("Dashed"));
  CHECK(widths(svg, "--bar")[0] == Approx(kChartWidth - 20));
}

TEST_CASE("bars of nothing are a chart") {
  CHECK_THAT(bar_chart({{"a", 0, 0, ""}}, 0, 0, "", "d", times), !Contains("nan"));
  CHECK_THAT(bar_chart({}, 1, 1, "x", "d", times), Contains("</svg>"));
}

TEST_CASE("a heat map up to the largest with labels is as narrow as a page on a phone asks") {
  for (const int n : {1, 2, 16, kLargestLabelled}) {
    const std::string svg = heat_map(demand::DemandMatrix(n));
    CHECK_THAT(svg, Contains(fmt::format("viewBox=\"0 0 {} ", kChartWidth)));
    CHECK_THAT(svg, Contains("destination port") && Contains("source port"));
  }
}
