// SPDX-License-Identifier: Apache-2.0
// The parts of a circuit fabric that need no kernel.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/completion.hpp"
#include "systemc/circuit/announced_slots.hpp"
#include "systemc/circuit/colour_edges.hpp"
#include "systemc/circuit/outages.hpp"
#include "systemc/circuit/plan.hpp"
#include "systemc/circuit/support.hpp"
#include "systemc/circuit/timetable.hpp"
#include "systemc/circuit/voq.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

Picoseconds ps(std::int64_t time) { return Picoseconds{time}; }

TEST_CASE("a VOQ gives each byte once, whatever is put back", "[circuit]") {
  base::Rng rng(1, "voq");
  Voq voq(1000);
  Received received;
  while (voq.waiting() > 0) {
    const ByteRange taken = voq.take(rng.between(1, 40));
    if (rng.chance(0.3)) {
      voq.put_back(taken);
    } else if (rng.chance(0.3) && taken.count > 1) {  // the first half came, the second was lost
      REQUIRE(received.add({taken.first, taken.count / 2}));
      voq.put_back({taken.first + taken.count / 2, taken.count - taken.count / 2});
    } else {
      REQUIRE(received.add(taken));
    }
    CHECK(received.count() + voq.waiting() == 1000);
    CHECK(received.complete(1000) == (voq.waiting() == 0));
  }
  CHECK(voq.take(5).count == 0);
}

TEST_CASE("a byte that comes twice is noticed", "[circuit]") {
  Received received;
  CHECK(received.add({10, 10}));
  CHECK(received.add({0, 5}));
  CHECK(!received.add({4, 1}));
  CHECK(!received.add({4, 2}));
  CHECK(!received.add({5, 6}));
  CHECK(!received.add({19, 1}));
  CHECK(!received.add({12, 2}));
  CHECK(received.add({5, 5}));
  CHECK(received.complete(20));
  CHECK(!received.complete(21));
  CHECK(Received{}.complete(0));
}

TEST_CASE("a timetable knows who is connected at each instant", "[circuit]") {
  Timetable t(2, 2, ps(10));
  t.connect(0, {1, ps(100), ps(200)});
  t.connect(1, {0, ps(100), ps(200)});
  t.connect(0, {0, ps(210), ps(300)});
  CHECK(t.at(0, ps(99)).output == -1);
  CHECK(t.at(0, ps(100)).output == 1);
  CHECK(t.at(0, ps(199)).output == 1);
  CHECK(t.at(0, ps(200)).output == -1);
  CHECK(t.at(0, ps(210)).output == 0);
  CHECK(t.at(1, ps(250)).output == -1);
}

TEST_CASE("settings that overlap, or follow within the guard, are refused", "[circuit]") {
  const auto after = [](int input, int output, std::int64_t from) {
    Timetable t(2, 2, ps(10));
    t.connect(0, {1, ps(100), ps(200)});
    t.connect(input, {output, ps(from), ps(from + 50)});
  };
  CHECK_THROWS_WITH(after(0, 0, 209), Catch::Contains("input 0"));
  CHECK_THROWS_WITH(after(1, 1, 209), Catch::Contains("output 1"));
  CHECK_THROWS_AS(after(0, 1, 199), base::ConfigError);
  CHECK_NOTHROW(after(0, 0, 210));
  CHECK_NOTHROW(after(1, 1, 210));
  CHECK_NOTHROW(after(0, 1, 200));  // the same circuit goes on: no guard
}

TEST_CASE("edges are coloured with as many colours as the largest degree", "[circuit]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    base::Rng rng(seed, "edges");
    const int nodes = static_cast<int>(rng.between(1, 8));
    std::vector<Edge> edges;
    std::map<std::pair<bool, int>, int> degree;
    int largest = 0;
    for (std::int64_t k = rng.between(0, 40); k > 0; --k) {
      const auto n = static_cast<std::uint64_t>(nodes);
      edges.push_back({static_cast<int>(rng.below(n)), static_cast<int>(rng.below(n))});
      largest = std::max(largest, ++degree[{false, edges.back().from}]);
      largest = std::max(largest, ++degree[{true, edges.back().to}]);
    }
    std::set<std::pair<int, int>> left, right;
    const std::vector<int> colours = colour_edges(edges, nodes);
    REQUIRE(colours.size() == edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
      CHECK(colours[e] >= 0);
      CHECK(colours[e] < largest);
      CHECK(left.insert({edges[e].from, colours[e]}).second);
      CHECK(right.insert({edges[e].to, colours[e]}).second);
    }
  }
}

TEST_CASE("every bit meets its setting if clocks are off by no more than said", "[circuit]") {
  for (const bool compensated : {true, false}) {
    const Distances distances{{ps(300), ps(900), ps(500)}, ps(40), ps(15), compensated};
    const AnnouncedSlots clock(distances, 7);
    const Picoseconds start = ps(1'000'000);
    for (std::uint64_t k = 0; k < 2000; ++k) {
      for (int npu = 0; npu < 3; ++npu) {
        const Picoseconds sends = clock.sends_at(npu, start, k);
        CHECK(sends >= start);  // never before the grant is known
        const Picoseconds arrives = sends + distances.delay[static_cast<std::size_t>(npu)];
        CHECK(arrives >= clock.connects_at(start));
        CHECK(arrives <= clock.connects_at(start) + clock.slack());
      }
    }
  }
}

TEST_CASE("the plan starts settings when the closed form says", "[circuit]") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    base::Rng rng(seed, "plan");
    std::vector<Picoseconds> holds, ready;
    Picoseconds time{0};
    for (int k = 0; k < 20; ++k) {
      time += ps(rng.between(0, 500));
      ready.push_back(time);
      holds.push_back(ps(rng.between(1, 500)));
    }
    schedule::CompletionRule rule;
    rule.guard = ps(rng.between(0, 50));
    rule.grid = ps(rng.chance(0.5) ? 64 : 0);
    const auto expected = schedule::completion(holds, ready, rule);
    Plan plan(rule.grid);
    for (std::size_t k = 0; k < holds.size(); ++k) {
      const Picoseconds start = plan.start_of(ready[k], rule.guard);
      CHECK(start == expected.starts[k]);
      plan.take(start, holds[k], rule.guard);
    }
  }
}

TEST_CASE("what outages leave of a span", "[circuit]") {
  const std::vector<Interval> outages{{ps(10), ps(20)}, {ps(30), kForever}};
  const auto parts = without({ps(5), ps(40)}, outages);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].from == ps(5));
  CHECK(parts[0].to == ps(10));
  CHECK(parts[1].from == ps(20));
  CHECK(parts[1].to == ps(30));
  CHECK(without({ps(12), ps(18)}, outages).empty());
  CHECK(without({ps(20), ps(30)}, outages).size() == 1);
  CHECK(up_again(ps(9), outages) == ps(9));
  CHECK(up_again(ps(10), outages) == ps(20));
  CHECK(up_again(ps(30), outages) == kForever);
}

}  // namespace
}  // namespace jacquard::systemc
