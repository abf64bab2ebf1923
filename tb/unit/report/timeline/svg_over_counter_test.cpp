// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/svg_over_counter.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using Catch::Contains;

namespace {

// The plot is 840 pixels wide from 96 on, a pixel a picosecond; an area is 180 pixels high.
report::Timeline timeline() {
  report::Timeline t;
  t.title = "a & b";
  t.end = 840;
  t.kinds = {{"cores", "#0072b2"}, {"links", "#d55e00"}};
  const int npu = t.add_group(0, "NPU");
  for (int lane = 0; lane < 3; ++lane) t.add_lane(npu, lane, "lane " + std::to_string(lane));
  t.spans = {{0, 0, 100, 0}, {2, 800, 810, 1}};
  t.marks = {{0, 0, 100, "7"}, {2, 800, 810, "8"}};
  t.add_counter({npu, 0, "GB/s", {{"links", 10}, {"cores", 20}}});
  t.add_counter({npu, 420, "GB/s", {{"links", 0}, {"cores", 15}}});
  return t;
}

std::string picture_of(const report::Timeline& t) {
  return report::svg_over_counter(t, {"HBM", "GB/s", 60, {"#111111", "#222222"}, "below"});
}

}  // namespace

TEST_CASE("spans are boxes where they lie in time, with their marks where these have room") {
  const std::string svg = picture_of(timeline());
  CHECK_THAT(svg, Contains("<rect x=\"96.00\" y=\"43.0\" width=\"100.00\" height=\"22.0\" "
                           "fill=\"#0072b2\""));
  CHECK_THAT(svg, Contains("<rect x=\"896.00\" y=\"99.0\" width=\"10.00\""));
  CHECK_THAT(svg, Contains(">7</text>") && !Contains(">8</text>") && Contains("a &amp; b"));
}

TEST_CASE("a rate holds for its interval, within the picture") {
  report::Timeline t = timeline();
  t.counters.clear();
  for (const std::int64_t at : {0, 600}) {
    t.add_counter({0, at, "GB/s", {{"links", 0}, {"cores", 18}}, 0, 600});  // 30 GB/s: 90 pixels
  }
  CHECK_THAT(picture_of(report::without_empty_lanes(t)),
             Contains("fill=\"#222222\" d=\"M96.00,286.00 L96.00,196.00 L696.00,196.00 "
                      "L696.00,196.00 L936.00,196.00 L936.00,286.00 Z\""));
}

TEST_CASE("parts of a counter lie on top of each other, as high as they are of the limit") {
  const std::string svg = picture_of(report::without_empty_lanes(timeline()));
  // Two lanes end at 96, so the area is from 106 to 286. 30 and 15 of 60 are 90 and 45 pixels.
  CHECK_THAT(svg, Contains("fill=\"#222222\" d=\"M96.00,286.00 L96.00,196.00 L516.00,196.00 "
                           "L516.00,241.00 L936.00,241.00 L936.00,286.00 Z\""));
  CHECK_THAT(svg, Contains("fill=\"#111111\" d=\"M96.00,286.00 L96.00,256.00 L516.00,256.00 "
                           "L516.00,286.00 L936.00,286.00 L936.00,286.00 Z\""));
  CHECK(svg.find("#222222") < svg.find("#111111"));
  CHECK_THAT(svg, Contains("y1=\"106.0\"") && Contains("60 GB/s"));
}
