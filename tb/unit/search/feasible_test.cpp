// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/feasible.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "support/fault_of.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

// Two components and a free knob: 4 of 16 pairs (a, b), 5 of 9 pairs (c, d), 3 values of e.
const char* const kTwoParts = R"json({
  "environment": {},
  "knobs": {"x": {"a": {"range": [1, 4, 1]}, "c": {"range": [0, 2, 1]}, "e": {"range": [0, 2, 1]},
                  "b": {"range": [1, 4, 1]}, "d": {"range": [0, 2, 1]}}},
  "constraints": ["a + b == 5", "c * d <= 0"]})json";

bool holds(const Space& space, const Point& point) {
  const Bindings bindings = space.bindings(point);
  for (const Constraint& constraint : space.constraints()) {
    if (!constraint.expression.holds(bindings)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("four powers of two multiply to 1,024 in 286 ways") {
  const FeasibleSet set(tb::four_degrees());
  CHECK(set.feasible() == 286);
  CHECK(set.points() == 11 * 11 * 11 * 11);
}

TEST_CASE("feasible points are enumerated once each, and satisfy all constraints") {
  const Space space = tb::space_of(kTwoParts);
  const FeasibleSet set(space);
  CHECK(set.feasible() == 4 * 5 * 3);
  std::set<Point> all;
  for (std::uint64_t rank = 0; rank < 60; ++rank) {
    const Point point = set.at(rank);
    CHECK(holds(space, point));
    CHECK(set.contains(point));
    all.insert(point);
  }
  CHECK(all.size() == 60);
}

TEST_CASE("samples are uniform over feasible points") {
  const FeasibleSet set(tb::four_degrees());
  base::Rng rng(7, "test");
  std::map<Point, int> counts;
  const int draws = 286 * 200;
  for (int k = 0; k < draws; ++k) ++counts[set.sample(rng)];
  REQUIRE(counts.size() == 286);
  double chi = 0;
  for (const auto& [point, count] : counts) chi += (count - 200.0) * (count - 200.0) / 200.0;
  // 285 degrees of freedom: mean 285, deviation 23.9; 5 deviations.
  CHECK(chi < 285 + 5 * 23.9);
}

TEST_CASE("a repaired point is feasible, and a feasible one stays as it is") {
  const Space space = tb::four_degrees();
  const FeasibleSet set(space);
  base::Rng rng(1, "test");
  for (int k = 0; k < 500; ++k) {
    Point point;
    for (const Knob& knob : space.knobs()) {
      point.push_back(static_cast<std::uint16_t>(rng.below(knob.values.size())));
    }
    const Point repaired = set.repair(point, rng);
    CHECK(holds(space, repaired));
    if (holds(space, point)) CHECK(repaired == point);
    const Point feasible = set.sample(rng);
    CHECK(set.repair(feasible, rng) == feasible);
  }
}

TEST_CASE("completions count the feasible points that a value leaves") {
  const FeasibleSet set(tb::four_degrees());
  std::vector<double> completions;
  set.completions({}, 0, completions);
  // 2^k for the first leaves C(12 - k, 2) ways for three.
  REQUIRE(completions.size() == 11);
  CHECK(completions[0] == 66);
  CHECK(completions[10] == 1);
  set.completions({10}, 1, completions);
  CHECK(completions[0] == 1);
  CHECK(completions[1] == 0);
}

TEST_CASE("a predicate is asked for the knobs that it reads") {
  int asked = 0;
  const FeasibleSet set(tb::four_degrees(), {{"tp is at most 8", {3}, [&](const Point& point) {
                                                ++asked;
                                                return point[3] <= 3;
                                              }}});
  // Sum over tp = 1, 2, 4, 8 of C(12 - k, 2).
  CHECK(set.feasible() == 66 + 55 + 45 + 36);
  CHECK(asked <= 286);
  CHECK(set.why_not({0, 0, 0, 10}) == "tp is at most 8 does not hold with tp=1024");
}

TEST_CASE("constraints that clash are named, a smallest set of them") {
  std::string text = kTwoParts;
  text.replace(text.find("\"c * d <= 0\""), 12,
               R"("c * d <= 0", "a < 4", "b > 3", "a * b > 4", "e >= 0")");
  const auto fault = tb::input_fault_of([&] { FeasibleSet set(tb::space_of(text)); });
  CHECK(fault.where == "/constraints");
  CHECK(fault.found == "none: 'a + b == 5' and 'b > 3' and 'a * b > 4'");
}
