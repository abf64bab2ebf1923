// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/utilisation.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <regex>

#include "support/fabric_report.hpp"

using namespace jacquard;
using namespace jacquard::report;
using base::Bytes;
using base::Picoseconds;
using Catch::Contains;

namespace {

// Width of each bar, by the y at which it stands.
std::map<std::string, double> widths(const std::string& svg) {
  const std::regex part("<rect x=\"[^\"]*\" y=\"([^\"]*)\" width=\"([^\"]*)\"");
  std::map<std::string, double> sums;
  for (std::sregex_iterator m(svg.begin(), svg.end(), part), end; m != end; ++m) {
    sums[(*m)[1]] += std::stod((*m)[2]);
  }
  return sums;
}

FabricRun links(int count) {
  FabricRun run;
  for (int k = 0; k < count; ++k) {
    run.links.push_back({"link " + std::to_string(k), Bytes{1}, Picoseconds{k}, Picoseconds{0},
                         Picoseconds{0}, Picoseconds{1000 - k}});
  }
  return run;
}

}  // namespace

TEST_CASE("the parts of each bar add up to the run, on the scale of the longest run") {
  const FabricReport report = tb::hand_made_report(16, "");
  const Picoseconds scale = accounted(report.runs[1]);
  CHECK(scale == report.runs[1].completion);
  for (const FabricRun& run : report.runs) {
    const auto bars = widths(utilisation_bars(run, scale));
    REQUIRE(bars.size() == 16);
    for (const auto& [y, width] : bars) {
      CHECK(width == Approx(280 * (run.completion / scale)).margin(0.03));
    }
  }
}

TEST_CASE("the parts of a bar are as long as their times") {
  FabricRun run;
  run.links = {
      {"up", Bytes{1}, Picoseconds{50}, Picoseconds{10}, Picoseconds{30}, Picoseconds{10}}};
  const std::string svg = utilisation_bars(run, Picoseconds{200});
  CHECK_THAT(svg, Contains("width=\"70.00\" height=\"12\" fill=\"var(--bar)\"><title>up: 50 ps"));
  CHECK_THAT(svg, Contains("width=\"14.00\" height=\"12\" fill=\"var(--loss)\"><title>up: 10 ps"));
  CHECK_THAT(svg, Contains("width=\"42.00\" height=\"12\" fill=\"var(--pause)\"><title>up: 30 ps"));
  CHECK_THAT(svg, Contains(">50.0 %<"));
  CHECK(mean_utilisation(run) == 0.5);
}

TEST_CASE("of many links the busiest are drawn, the busiest first, and the page says so") {
  const std::string svg = utilisation_bars(links(70), Picoseconds{1000});
  CHECK_THAT(svg, Contains("The 64 busiest of 70 links"));
  CHECK_THAT(svg, !Contains(">link 5<") && Contains(">link 6<") && Contains(">link 69<"));
  CHECK(svg.find(">link 69<") < svg.find(">link 68<"));
}

TEST_CASE("links of no time are bars of nothing") {
  FabricRun run;
  run.links = {{"up", Bytes{0}, {}, {}, {}, {}}};
  CHECK_THAT(utilisation_bars(run, Picoseconds{0}), Contains(">0.0 %<") && !Contains("nan"));
  CHECK(mean_utilisation(run) == 0);
  CHECK(accounted({}) == Picoseconds{0});
}
