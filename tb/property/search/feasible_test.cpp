// SPDX-License-Identifier: Apache-2.0
// Feasible sets of random spaces against trying every point, with rules as C++ and not as text.
#include "jacquard/search/feasible.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

struct Law {
  std::string text;
  std::function<bool(const std::vector<int>&)> holds;  // of the values
};

struct World {
  std::vector<std::vector<int>> values;  // of each knob
  std::vector<Law> laws;

  bool allows(const Point& point, std::size_t without = ~std::size_t{0}) const {
    std::vector<int> of;
    for (std::size_t k = 0; k < values.size(); ++k) of.push_back(values[k][point[k]]);
    for (std::size_t i = 0; i < laws.size(); ++i) {
      if (i != without && !laws[i].holds(of)) return false;
    }
    return true;
  }

  std::vector<Point> every() const {
    std::vector<Point> all = {{}};
    for (const auto& of : values) {
      std::vector<Point> longer;
      for (const Point& point : all) {
        for (std::size_t v = 0; v < of.size(); ++v) {
          longer.push_back(point);
          longer.back().push_back(static_cast<std::uint16_t>(v));
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  std::set<Point> feasible(std::size_t without = ~std::size_t{0}) const {
    std::set<Point> found;
    for (const Point& point : every()) {
      if (allows(point, without)) found.insert(point);
    }
    return found;
  }

  Space space() const {
    std::string knobs;
    for (std::size_t k = 0; k < values.size(); ++k) {
      knobs += fmt::format(R"({}"k{}": {{"set": [{}]}})", k == 0 ? "" : ", ", k,
                           fmt::join(values[k], ", "));
    }
    std::string texts;
    for (const Law& law : laws) {
      texts += fmt::format(R"({}"{}")", texts.empty() ? "" : ", ", law.text);
    }
    return tb::space_of(fmt::format(
        R"({{"environment": {{}}, "knobs": {{"x": {{{}}}}}, "constraints": [{}]}})", knobs, texts));
  }
};

Law random_law(std::size_t knobs, base::Rng& rng) {
  const std::size_t a = rng.below(knobs);
  const std::size_t b = rng.below(knobs);
  const std::size_t c = rng.below(knobs);
  const int limit = static_cast<int>(rng.between(2, 14));
  switch (rng.below(5)) {
    case 0:
      return {fmt::format("k{} + k{} <= {}", a, b, limit),
              [=](const auto& v) { return v[a] + v[b] <= limit; }};
    case 1:
      return {fmt::format("k{} * k{} * k{} >= {}", a, b, c, limit),
              [=](const auto& v) { return v[a] * v[b] * v[c] >= limit; }};
    case 2:
      return {fmt::format("k{} != k{} or k{} > 2", a, b, c),
              [=](const auto& v) { return v[a] != v[b] || v[c] > 2; }};
    case 3:
      return {fmt::format("(k{} + k{}) % 3 != k{} - 1", a, b, c),
              [=](const auto& v) { return (v[a] + v[b]) % 3 != v[c] - 1; }};
    default:
      return {fmt::format("if(k{} > 2, k{} < {}, max(k{}, k{}) > 1)", a, b, limit, b, c),
              [=](const auto& v) { return v[a] > 2 ? v[b] < limit : std::max(v[b], v[c]) > 1; }};
  }
}

World random_world(base::Rng& rng) {
  World world;
  const std::size_t knobs = 2 + rng.below(4);
  for (std::size_t k = 0; k < knobs; ++k) {
    std::vector<int> values;
    for (int value = 1; value <= 5; ++value) {
      if (rng.chance(0.7)) values.push_back(value);
    }
    if (values.empty()) values.push_back(3);
    world.values.push_back(values);
  }
  const std::size_t laws = 1 + rng.below(5);
  for (std::size_t i = 0; i < laws; ++i) world.laws.push_back(random_law(knobs, rng));
  return world;
}

void check_completions(const FeasibleSet& set, const World& world, const std::set<Point>& truth,
                       const Point& point) {
  for (std::size_t knob = 0; knob < point.size(); ++knob) {
    std::vector<double> expected(world.values[knob].size(), 0);
    for (const Point& other : truth) {
      if (std::equal(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(knob),
                     other.begin())) {
        ++expected[other[knob]];
      }
    }
    std::vector<double> counts;
    set.completions(point, knob, counts);
    REQUIRE(counts.size() == expected.size());
    // In proportion: other components may multiply all of them.
    double sum = 0;
    double wanted = 0;
    for (std::size_t v = 0; v < counts.size(); ++v) {
      sum += counts[v];
      wanted += expected[v];
    }
    for (std::size_t v = 0; v < counts.size(); ++v) {
      CHECK(counts[v] / sum == Approx(expected[v] / wanted));
    }
  }
}

}  // namespace

TEST_CASE("Feasible sets of random spaces are those of trying every point") {
  int some = 0;
  int none = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    base::Rng rng(seed, "feasible");
    const World world = random_world(rng);
    const std::set<Point> truth = world.feasible();
    const Space space = world.space();
    CAPTURE(seed);
    if (truth.empty()) {
      ++none;
      CHECK_THROWS_AS(FeasibleSet(space), base::ConfigError);
      continue;
    }
    ++some;
    const FeasibleSet set(space);
    REQUIRE(set.feasible() == static_cast<double>(truth.size()));
    std::set<Point> listed;
    for (std::uint64_t rank = 0; rank < truth.size(); ++rank) listed.insert(set.at(rank));
    CHECK(listed == truth);
    int wrong = 0;
    for (const Point& point : world.every()) {
      const bool good = truth.count(point) != 0;
      const Point repaired = set.repair(point, rng);
      if (set.contains(point) != good || set.why_not(point).empty() != good) ++wrong;
      if (truth.count(repaired) == 0 || (good && repaired != point)) ++wrong;
    }
    CHECK(wrong == 0);
    check_completions(set, world, truth, set.sample(rng));
  }
  CHECK(some > 100);
  CHECK(none > 10);
}

TEST_CASE("A clash of random constraints is told in full, and with nothing too much") {
  int seen = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    base::Rng rng(seed, "feasible");
    World world = random_world(rng);
    if (!world.feasible().empty()) continue;
    std::string found;
    try {
      FeasibleSet set(world.space());
    } catch (const base::ConfigError& error) {
      found = error.what();
    }
    CAPTURE(seed, found);
    World named = world;
    named.laws.clear();
    std::set<std::string> texts;
    for (const Law& law : world.laws) {
      if (found.find("'" + law.text + "'") != std::string::npos && texts.insert(law.text).second) {
        named.laws.push_back(law);
      }
    }
    REQUIRE(!named.laws.empty());
    CHECK(named.feasible().empty());
    for (std::size_t i = 0; i < named.laws.size(); ++i) CHECK(!named.feasible(i).empty());
    ++seen;
  }
  CHECK(seen > 10);
}
