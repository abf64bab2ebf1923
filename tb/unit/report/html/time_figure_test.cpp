// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/time_figure.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/report/html/timeline.hpp"

using namespace jacquard;
using namespace jacquard::report;
using Catch::Contains;

TEST_CASE("each destination of 16 ports has a colour of its own, none the guard's") {
  const Palette palette = timeline_palette(16);
  std::set<std::string> colours{css(palette[kGuardGap])};
  for (int d = 0; d < 16; ++d) {
    colours.insert(css(destination_colour(d, 16)));
    CHECK(css(base::at(palette, destination_index(d, 16))) == css(destination_colour(d, 16)));
  }
  CHECK(colours.size() == 17);
}

TEST_CASE("destinations of more ports share colours by blocks, and the legend names these") {
  std::set<std::string> colours;
  for (int d = 0; d < 64; ++d) {
    colours.insert(css(destination_colour(d, 64)));
    CHECK(css(destination_colour(d, 64)) == css(destination_colour(d / 4 * 4, 64)));
  }
  CHECK(colours.size() == 16);
  CHECK_THAT(destination_legend(64, false), Contains("0 to 3") && Contains("60 to 63"));
  CHECK_THAT(destination_legend(4, false), Contains("</i>3</span>") && !Contains("to 3"));
  CHECK_THAT(destination_legend(4, false), !Contains("gradient") && !Contains("nothing left"));
}

TEST_CASE("a picture over time has ports at its left and round times below") {
  const Window window{base::Picoseconds{0}, base::Picoseconds{1'000'000}};
  const std::string html =
      time_figure(Picture(10, 16, kNoCircuit), timeline_palette(16), window, "a & b", "all");
  CHECK_THAT(html,
             Contains("top:3.12%\">0</span>") && Contains("<span style=\"left:40.00%\">0.4 us"));
  CHECK_THAT(html, Contains("right:0.00%\">1 us") && Contains("alt=\"a &amp; b\""));
}
