// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/svg.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <regex>
#include <set>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using report::Timeline;

namespace {

struct Box {
  double x, y, width, height;
  std::string colour;
};

// Those inside rows: the legend's stand before the first row.
std::vector<Box> boxes_of(const std::string& picture) {
  static const std::regex box(
      R"re(<rect x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)" fill="([^"]*)")re");
  const std::string rows = picture.substr(std::min(picture.find("<g class"), picture.size()));
  std::vector<Box> all;
  for (std::sregex_iterator it(rows.begin(), rows.end(), box), end; it != end; ++it) {
    all.push_back({std::stod((*it)[1]), std::stod((*it)[2]), std::stod((*it)[3]),
                   std::stod((*it)[4]), (*it)[5]});
  }
  return all;
}

Timeline two_kinds(std::int64_t end, int lanes = 1) {
  Timeline chart;
  chart.title = "t";
  chart.end = end;
  chart.kinds = {{"a", "#aaaaaa"}, {"b", "#bbbbbb"}};
  for (int lane = 0; lane < lanes; ++lane) chart.add_lane(0, lane, "r");
  return chart;
}

constexpr double kLeft = 86;  // the plot is from 86 to 944
constexpr double kPlot = 858;
constexpr double kRowArea = kPlot * 18;

}  // namespace

TEST_CASE("A span is a box where it lies in time, in the colour of its kind") {
  Timeline chart = two_kinds(858);  // a pixel is a picosecond
  chart.spans = {{0, 858 - 58, 858, 1}, {0, 0, 100, 0}};
  const std::vector<Box> boxes = boxes_of(svg(chart));
  REQUIRE(boxes.size() == 2);
  CHECK(boxes[0].x == 86);
  CHECK(boxes[0].width == 100);
  CHECK(boxes[0].colour == "#aaaaaa");
  CHECK(boxes[1].x == 886);
  CHECK(boxes[1].width == 58);
  CHECK(boxes[1].colour == "#bbbbbb");
}

TEST_CASE("Spans below a pixel share a box by their time, and few boxes are left of many spans") {
  Timeline chart = two_kinds(1'000'000);
  for (std::int64_t t = 0; t < 1'000'000;
       t += 100) {  // a of 75, b of 25, a hundredth of a pixel each
    chart.spans.push_back({0, t, t + 75, 0});
    chart.spans.push_back({0, t + 75, t + 100, 1});
  }
  const std::vector<Box> boxes = boxes_of(svg(chart));
  CHECK(boxes.size() < 2 * 858 / 3 + 3);
  std::map<std::string, double> area;
  for (const Box& b : boxes) area[b.colour] += b.width * b.height;
  CHECK(area["#aaaaaa"] == Approx(0.75 * kRowArea).epsilon(0.005));
  CHECK(area["#bbbbbb"] == Approx(0.25 * kRowArea).epsilon(0.005));
}

TEST_CASE("A short span at the end of a row is drawn there, not in the next row") {
  Timeline chart = two_kinds(858, 2);
  chart.spans = {{0, 857, 858, 1}, {1, 0, 858, 0}};
  const std::vector<Box> boxes = boxes_of(svg(chart));
  REQUIRE(boxes.size() == 2);
  CHECK(boxes[0].x == 943);
  CHECK(boxes[0].y == 66);
  CHECK(boxes[0].height == 18);
  CHECK(boxes[1].y == 88);
}

TEST_CASE("The area of a kind is its share of the time, and no box leaves its row or the plot") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    base::Rng rng(seed, "gantt");
    Timeline chart = two_kinds(0, 2);
    std::map<std::string, double> time;
    std::int64_t t = 0;
    for (int s = 0; s < 300; ++s) {
      const bool is_long = rng.below(10) == 0;
      const auto length = 1 + static_cast<std::int64_t>(rng.below(is_long ? 100'000 : 300));
      const int kind = static_cast<int>(rng.below(3));  // of 2: nothing is done
      if (kind < 2) {
        for (int lane = 0; lane < 2; ++lane) chart.spans.push_back({lane, t, t + length, kind});
        time[kind == 0 ? "#aaaaaa" : "#bbbbbb"] += static_cast<double>(length);
      }
      t += length;
    }
    chart.end = t;
    std::map<std::string, double> area;
    for (const Box& b : boxes_of(svg(chart))) {
      area[b.colour] += b.width * b.height / 2;
      REQUIRE(b.x >= kLeft - 0.1);
      REQUIRE(b.x + b.width <= kLeft + kPlot + 0.11);
      REQUIRE(b.y >= 66 - 0.1);
      REQUIRE(b.y + b.height <= 66 + 22 + 18 + 0.11);
    }
    for (const auto& [colour, of_kind] : time) {
      const double expected = of_kind / static_cast<double>(t) * kRowArea;
      REQUIRE(area[colour] == Approx(expected).epsilon(0.01).margin(5));
    }
  }
}

TEST_CASE("Between spans without a gap nothing shines through") {
  base::Rng rng(1, "gantt");
  Timeline chart = two_kinds(0);
  for (int s = 0; s < 400; ++s) {
    const std::int64_t begin = chart.end;
    chart.end += 1 + static_cast<std::int64_t>(rng.below(rng.chance(0.2) ? 3000 : 200));
    chart.spans.push_back({0, begin, chart.end, s % 2});
  }
  const auto tenths = [](double pixels) { return std::lround(10 * pixels); };
  std::set<long> ends{tenths(kLeft)};
  for (const Box& b : boxes_of(svg(chart))) {
    REQUIRE(ends.count(tenths(b.x)) == 1);
    ends.insert(tenths(b.x + b.width));
  }
}

TEST_CASE("A mark stands in its row where it has room, and names are escaped") {
  Timeline chart = two_kinds(858);
  chart.title = "a < b";
  chart.lanes[0].name = "r & s";
  chart.spans = {{0, 0, 858, 0}};
  chart.marks = {{0, 0, 100, "7"}, {0, 200, 205, "8"}};
  const std::string picture = svg(chart);
  CHECK(picture.find(">7</text>") != std::string::npos);
  CHECK(picture.find(">8</text>") == std::string::npos);
  CHECK(picture.find("a &lt; b") != std::string::npos);
  CHECK(picture.find("r &amp; s") != std::string::npos);
}

TEST_CASE("A picture without rows or time is a picture") {
  const std::string picture = svg(two_kinds(0, 0));
  CHECK(boxes_of(picture).empty());
  CHECK(picture.find("nan") == std::string::npos);
  CHECK(picture.find("inf") == std::string::npos);
}

TEST_CASE("The times of a picture are in the unit of the longest") {
  CHECK(svg(two_kinds(2'000'000)).find(">0.5 us</text>") != std::string::npos);
  CHECK(svg(two_kinds(2'000'000'000'000)).find(">0.5 s</text>") != std::string::npos);
}
