// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/agents/encoding.hpp"
#include "jacquard/search/agents/heights.hpp"
#include "unit/search/agents/drive.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

// 6^6 x 4 points; the best are those with all numbers 4 and the word "c".
const char* const kSmooth = R"json({
  "environment": {},
  "dimensions": 6,
  "knobs": {"a": {"x": {"range": [1, 6, 1], "per_dimension": true},
                  "w": {"set": ["a", "b", "c", "d"]}}}})json";

double smooth(const Space& space, const Point& point) {
  double far = 0;
  for (std::size_t k = 0; k < point.size(); ++k) {
    const Value& value = space.knobs()[k].values[point[k]];
    if (const auto* number = std::get_if<double>(&value)) {
      far += (*number - 4) * (*number - 4);
    } else {
      far += std::get<std::string>(value) == "c" ? 0 : 3;
    }
  }
  return 1 / (1 + far);
}

}  // namespace

TEST_CASE("Bayesian optimisation finds the best of 186,624 points within 200 evaluations") {
  const Space space = tb::space_of(kSmooth);
  const FeasibleSet set(space);
  REQUIRE(set.feasible() == 46656 * 4);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto agent = make_bayes({}, set, seed);
    const tb::Driven driven = tb::drive(
        *agent, [&](const Point& p) { return smooth(space, p); }, 200);
    CHECK(*std::max_element(driven.rewards.begin(), driven.rewards.end()) == 1);
  }
}

TEST_CASE("it asks for feasible points only, for each once, until none is left") {
  const Space space = tb::four_degrees();
  const FeasibleSet set(space);
  const auto agent = make_bayes({}, set, 3);
  const tb::Driven driven = tb::drive(
      *agent,
      [&](const Point& p) -> std::optional<double> {
        if (p[0] == 3) return std::nullopt;  // what cannot be evaluated does not disturb it
        return -std::pow(2.0, p[0]) - std::pow(2.0, p[1]) - std::pow(2.0, p[2]) -
               std::pow(2.0, p[3]);
      },
      1000);
  CHECK(driven.exhausted);
  CHECK(driven.points.size() == 286);
  const std::set<Point> distinct(driven.points.begin(), driven.points.end());
  CHECK(distinct.size() == 286);
  for (const Point& point : driven.points) CHECK(set.contains(point));
}

TEST_CASE("its points depend on the seed and on nothing else") {
  const Space space = tb::space_of(kSmooth);
  const FeasibleSet set(space);
  const auto points = [&](std::uint64_t seed, std::size_t budget) {
    const auto agent = make_bayes({}, set, seed);
    return tb::drive(
               *agent, [&](const Point& p) { return smooth(space, p); }, budget)
        .points;
  };
  const std::vector<Point> some = points(5, 61), more = points(5, 80);
  CHECK(std::vector<Point>(more.begin(), more.begin() + 61) == some);
  CHECK(points(6, 61) != some);
}

TEST_CASE("numbers that span a factor of four are encoded by their logarithm, words as corners") {
  const Space space = tb::space_of(R"json({
    "environment": {},
    "knobs": {"a": {"b": {"set": [50, 100, 200]}, "c": {"set": [1, 2, 3]},
                    "d": {"set": ["x", "y"]}, "e": {"set": [7]}}}})json");
  const Encoding encoding(space);
  CHECK(encoding.knobs() == 3);
  CHECK(encoding.knob_of() == std::vector<std::size_t>{0, 1, 2, 2});
  const Inputs inputs = encoding.of({{1, 1, 0, 0}, {2, 2, 1, 0}});
  REQUIRE(inputs.size() == 2);
  CHECK(inputs.row(0)[0] == Approx(0.5));
  CHECK(inputs.row(0)[1] == Approx(0.5));
  CHECK(inputs.row(1)[0] == Approx(1));
  const double x = inputs.row(0)[2] - inputs.row(1)[2], y = inputs.row(0)[3] - inputs.row(1)[3];
  CHECK(x * x + y * y == Approx(1));
}

TEST_CASE("heights have mean 0 and variance 1, whatever the sign and unit of the rewards") {
  const auto scores = [](const std::vector<double>& rewards) {
    std::vector<Score> all;
    for (const double reward : rewards) all.push_back({true, {reward}});
    return all;
  };
  const std::vector<double> small = heights_of(scores({1e-9, 1e-8, 1e-7}));
  const std::vector<double> large = heights_of(scores({1, 10, 100}));
  const std::vector<double> times = heights_of(scores({-100, -10, -1}));
  const double step = std::sqrt(1.5);  // of -1, 0, 1 over their deviation, sqrt(2/3)
  for (const auto& heights : {small, large, times}) {
    CHECK(heights[0] == Approx(-step));
    CHECK(heights[1] == Approx(0).margin(1e-12));
    CHECK(heights[2] == Approx(step));
  }
  std::vector<Score> with_invalid = scores({1, 10, 100});
  with_invalid.push_back({false, {}});
  const std::vector<double> heights = heights_of(with_invalid);
  CHECK(heights[3] == heights[0]);
  CHECK(heights_of(scores({5, 5})) == std::vector<double>{0, 0});
}
