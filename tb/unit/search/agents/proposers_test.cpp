// SPDX-License-Identifier: Apache-2.0
// What holds of every agent, on a space small enough to know its optimum.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "unit/search/agents/drive.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

const std::vector<std::string> kAgents = {"random", "ga", "aco", "sa", "bo"};

double degree(const Point& point, std::size_t knob) { return std::ldexp(1.0, point[knob]); }

// 4 + 4 + 8 + 8 = 24 is the least sum of four powers of two whose product is 1,024.
std::optional<double> fewest(const Point& point) {
  double sum = 0;
  for (std::size_t k = 0; k < 4; ++k) sum += degree(point, k);
  return 1 / sum;
}

tb::Driven driven(const std::string& name, const FeasibleSet& set, std::uint64_t seed,
                  std::size_t budget) {
  AgentSettings settings;
  settings.name = name;
  const auto agent = make_agent(settings, set, 1, seed);
  return tb::drive(*agent, fewest, budget);
}

using Pair = std::pair<double, double>;

Pair two_rewards(const Point& point) {
  return {-(degree(point, 0) + degree(point, 1)), -(degree(point, 2) + degree(point, 3))};
}

std::set<Pair> front_of(const std::vector<Point>& points) {
  std::set<Pair> all;
  for (const Point& point : points) all.insert(two_rewards(point));
  std::set<Pair> front;
  for (const Pair& a : all) {
    bool beaten = false;
    for (const Pair& b : all) {
      beaten = beaten || (b != a && b.first >= a.first && b.second >= a.second);
    }
    if (!beaten) front.insert(a);
  }
  return front;
}

}  // namespace

TEST_CASE("agents ask for feasible points only, and the same again from a seed") {
  const FeasibleSet set(tb::four_degrees());
  for (const std::string& name : kAgents) {
    CAPTURE(name);
    const tb::Driven one = driven(name, set, 5, 150);
    for (const Point& point : one.points) CHECK(set.contains(point));
    CHECK(driven(name, set, 5, 150).points == one.points);
    CHECK(driven(name, set, 6, 150).points != one.points);
  }
}

TEST_CASE("agents ask for a new point while there are some") {
  const FeasibleSet set(tb::four_degrees());
  for (const std::string name : {"random", "bo"}) {
    CAPTURE(name);
    const tb::Driven one = driven(name, set, 1, 286);
    CHECK(std::set<Point>(one.points.begin(), one.points.end()).size() == 286);
  }
}

TEST_CASE("learning agents find the least sum of degrees among a third of all points") {
  const FeasibleSet set(tb::four_degrees());
  for (const std::string name : {"ga", "aco", "sa", "bo"}) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const tb::Driven one = driven(name, set, seed, 96);
      found += *std::max_element(one.rewards.begin(), one.rewards.end()) == 1.0 / 24 ? 1 : 0;
    }
    CAPTURE(name);
    CHECK(found >= 9);
  }
}

TEST_CASE("NSGA-II finds the whole front of two sums") {
  const FeasibleSet set(tb::four_degrees());
  std::vector<Point> all;
  for (std::uint64_t rank = 0; rank < 286; ++rank) all.push_back(set.at(rank));
  AgentSettings settings;
  settings.name = "nsga2";
  const auto agent = make_agent(settings, set, 2, 1);
  std::vector<Point> asked;
  while (asked.size() < 256) {
    const std::vector<Point> points = agent->ask(256 - static_cast<std::int64_t>(asked.size()));
    std::vector<Score> scores;
    for (const Point& point : points) {
      const Pair rewards = two_rewards(point);
      scores.push_back({true, {rewards.first, rewards.second}});
      CHECK(set.contains(point));
    }
    agent->tell({points.data(), points.size()}, {scores.data(), scores.size()});
    asked.insert(asked.end(), points.begin(), points.end());
  }
  CHECK(front_of(asked) == front_of(all));
}

TEST_CASE("a smaller request is the beginning of a larger one") {
  const FeasibleSet set(tb::four_degrees());
  for (const std::string& name : kAgents) {
    AgentSettings settings;
    settings.name = name;
    const std::vector<Point> few = make_agent(settings, set, 1, 3)->ask(2);
    const std::vector<Point> many = make_agent(settings, set, 1, 3)->ask(1000);
    CAPTURE(name);
    REQUIRE(few.size() == 2);
    REQUIRE(many.size() >= 2);
    CHECK(std::equal(few.begin(), few.end(), many.begin()));
  }
}
