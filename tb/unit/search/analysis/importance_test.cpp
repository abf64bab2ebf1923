// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/importance.hpp"

#include <catch2/catch.hpp>

#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

// Two knobs of two values, and one per dimension.
Space small_space() {
  return tb::space_of(R"json({
    "environment": {}, "dimensions": 2,
    "knobs": {"a": {"x": {"set": [0, 1]}, "y": {"set": [0, 1]}},
              "b": {"z": {"set": [0, 1], "per_dimension": true}}},
    "rewards": {"r": "x"}
  })json");
}

double share_of(const std::vector<Importance>& all, const std::string& knob) {
  for (const Importance& one : all) {
    if (one.knob == knob) return one.share;
  }
  FAIL("no knob " << knob);
  return 0;
}

std::vector<Point> all_points() {
  std::vector<Point> points;
  for (unsigned i = 0; i < 16; ++i) {
    Point point;
    for (unsigned k = 0; k < 4; ++k) point.push_back(static_cast<std::uint16_t>(i >> k & 1U));
    points.push_back(point);
  }
  return points;
}

}  // namespace

TEST_CASE("A knob that decides alone has all of the importance") {
  const Space space = small_space();
  const std::vector<Point> points = all_points();
  std::vector<double> rewards;
  for (const Point& point : points) rewards.push_back(point[0] == 1 ? 1e9 : 3);
  const auto all = importance_of(space, points, rewards);
  REQUIRE(all.size() == 3);  // families
  CHECK(all.front().knob == space.knobs()[0].family);
  CHECK(all.front().share == Approx(1));
  CHECK(share_of(all, space.knobs()[1].family) == 0);
}

// Ranks are 1 .. 16 for the reward 8a + 4b + 2c + d. Of the sum of squares 340 a coordinate
// explains 256, 64, 16 or 4; chance would give (340 - it) / 14 more. The two dimensions of z
// explain 20 together, and chance would give 2 * (340 - 20) / 13.
TEST_CASE("Shares are epsilon squared of a one-way analysis of variance") {
  const Space space = small_space();
  const std::vector<Point> points = all_points();
  std::vector<double> rewards;
  for (const Point& p : points) rewards.push_back(8 * p[0] + 4 * p[1] + 2 * p[2] + p[3]);
  const auto epsilon = [](double between) {
    return std::max(0.0, (between - (340 - between) / 14) / 340);
  };
  const auto all = importance_of(space, points, rewards);
  CHECK(share_of(all, "x") == Approx(epsilon(256)));
  CHECK(share_of(all, "y") == Approx(epsilon(64)));
  CHECK(share_of(all, "z") == 0);
}

// c alone decides: all of the variance is explained, and the other dimension adds nothing.
TEST_CASE("A reward that depends on one dimension of a knob is explained by that knob alone") {
  const std::vector<Point> points = all_points();
  std::vector<double> rewards;
  for (const Point& p : points) rewards.push_back(p[2]);
  const auto all = importance_of(small_space(), points, rewards);
  CHECK(all.front().knob == "z");
  CHECK(all.front().share == Approx(1));
  CHECK(share_of(all, "x") == 0);
}

// Eight points whose two dimensions of z are equal, ranked by 4z + 2x + y: of the sum of squares 42
// z explains 32, and chance would give (42 - 32) / 6. The second dimension is no second knob.
TEST_CASE("Dimensions that move together count once") {
  std::vector<Point> points;
  std::vector<double> rewards;
  for (const Point& p : all_points()) {
    if (p[2] != p[3]) continue;
    points.push_back(p);
    rewards.push_back(4 * p[2] + 2 * p[0] + p[1]);
  }
  const auto all = importance_of(small_space(), points, rewards);
  CHECK(share_of(all, "z") == Approx((32 - 10.0 / 6) / 42));
  CHECK(share_of(all, "x") == Approx((8 - 34.0 / 6) / 42));
}

// Ranks of 2c + d over all points are tied: 2.5, 6.5, 10.5, 14.5; both dimensions explain all.
TEST_CASE("What several dimensions add is explained by their knob in full") {
  const std::vector<Point> points = all_points();
  std::vector<double> rewards;
  for (const Point& p : points) rewards.push_back(2 * p[2] + p[3]);
  CHECK(share_of(importance_of(small_space(), points, rewards), "z") == Approx(1));
}

TEST_CASE("Equal rewards say nothing of any knob") {
  const std::vector<Point> points = all_points();
  CHECK(importance_of(small_space(), points, std::vector<double>(16, 2.5)).empty());
}
