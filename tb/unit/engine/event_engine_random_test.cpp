// SPDX-License-Identifier: Apache-2.0
// The event engine against the naive simulator, to the picosecond.
#include <catch2/catch.hpp>

#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/engine/event/symmetry.hpp"
#include "support/fewer.hpp"
#include "unit/engine/graphs.hpp"
#include "unit/engine/naive_simulator.hpp"

namespace jacquard::tb {
namespace {

using engine::EventEngine;

void same(const engine::Result& found, const NaiveResult& expected) {
  REQUIRE(found.npu_ends.size() == expected.npu_ends.size());
  for (std::size_t npu = 0; npu < found.npu_ends.size(); ++npu) {
    INFO("NPU " << npu);
    REQUIRE(found.npu_ends[npu].count() == expected.npu_ends[npu]);
  }
  for (std::size_t c = 0; c < found.collectives.size(); ++c) {
    INFO("collective " << c);
    if (expected.collective_begins[c] == INT64_MAX) continue;  // without a message
    REQUIRE(found.collectives[c].begin.count() == expected.collective_begins[c]);
    REQUIRE(found.collectives[c].end.count() == expected.collective_ends[c]);
  }
  std::int64_t bytes = 0;
  for (const auto& dimension : found.dimensions) {
    bytes += dimension.bytes.count();
    REQUIRE(dimension.utilisation <= 1);
  }
  for (const auto& link : found.links) REQUIRE(link.utilisation <= 1);
  REQUIRE(bytes == expected.link_bytes);
}

void same(const engine::Result& a, const engine::Result& b) {
  REQUIRE(a.time == b.time);
  REQUIRE(a.npu_ends == b.npu_ends);
  REQUIRE(a.messages == b.messages);
  REQUIRE(a.collectives.size() == b.collectives.size());
  for (std::size_t c = 0; c < a.collectives.size(); ++c) {
    REQUIRE(a.collectives[c].begin == b.collectives[c].begin);
    REQUIRE(a.collectives[c].end == b.collectives[c].end);
  }
  for (std::size_t d = 0; d < a.dimensions.size(); ++d) {
    REQUIRE(a.dimensions[d].bytes == b.dimensions[d].bytes);
    REQUIRE(a.dimensions[d].utilisation == b.dimensions[d].utilisation);
  }
}

template <class MakeGraph>
void compare(const char* purpose, int cases, bool disturbed, MakeGraph&& make_graph) {
  for (int i = 0; i < fewer_sanitized(cases); ++i) {
    base::Rng rng(1, purpose, static_cast<std::uint64_t>(i));
    const topology::Fabric fabric = random_fabric(rng);
    const rounds::RoundGraph graph = make_graph(rng, fabric);
    REQUIRE(rounds::faults(graph).empty());
    engine::Scenario scenario{graph, fabric, random_rules(rng), {}};
    if (disturbed) scenario.disturbance = random_disturbance(rng, fabric);
    INFO(purpose << " " << i);
    const NaiveResult expected = simulate_naively(scenario);
    same(EventEngine().run(scenario), expected);
    same(EventEngine(EventEngine::Queue::heap).run(scenario), expected);
    same(EventEngine(EventEngine::Queue::radix, EventEngine::Links::in_turn).run(scenario),
         expected);
    scenario.symmetry = engine::Symmetry::off;
    same(EventEngine().run(scenario), expected);
  }
}

TEST_CASE("The event engine agrees with the naive simulator on random rounds") {
  compare("random rounds", 100, false, random_rounds);
}

TEST_CASE("The event engine agrees with the naive simulator on disturbed random rounds") {
  compare("disturbed rounds", 100, true, random_rounds);
}

// Each collective with a sync and a share of its own, and some links slower than others.
TEST_CASE("The event engine agrees with the naive simulator on protocols and slow links") {
  for (int i = 0; i < fewer_sanitized(60); ++i) {
    base::Rng rng(1, "protocols", static_cast<std::uint64_t>(i));
    const topology::Fabric fabric = random_fabric(rng);
    rounds::RoundGraph graph =
        rng.chance(0.7) ? random_rounds(rng, fabric) : random_collectives(rng, fabric);
    for (rounds::Collective& c : graph.collectives) {
      c.protocol.sync = base::Picoseconds{rng.chance(0.5) ? 0 : 12'345};
      c.protocol.share = rng.chance(0.5) ? 1 : 0.3;
    }
    engine::Scenario scenario{graph, fabric, random_rules(rng), {}};
    if (rng.chance(0.5)) scenario.disturbance = random_disturbance(rng, fabric);
    for (auto& link : scenario.disturbance.links) link.slowdown = rng.chance(0.5) ? 1 : 2.7;
    INFO("protocols " << i);
    const NaiveResult expected = simulate_naively(scenario);
    same(EventEngine().run(scenario), expected);
    same(EventEngine(EventEngine::Queue::radix, EventEngine::Links::in_turn).run(scenario),
         expected);
  }
}

TEST_CASE("The event engine agrees with the naive simulator on random collectives") {
  compare("random collectives", 30, false, random_collectives);
}

TEST_CASE("The event engine agrees with the naive simulator on disturbed random collectives") {
  compare("disturbed collectives", 20, true, random_collectives);
}

void compare_on_graphs(const char* purpose, int all, bool disturbed) {
  const int cases = fewer_sanitized(all);
  int in_turn = 0;
  for (int i = 0; i < cases; ++i) {
    base::Rng rng(1, purpose, static_cast<std::uint64_t>(i));
    const topology::Fabric ranks = random_fabric(rng);  // how the rounds number them
    const auto links = random_graph(rng, ranks.npus());
    const rounds::RoundGraph graph =
        rng.chance(0.6) ? random_rounds(rng, ranks) : random_collectives(rng, ranks);
    engine::Scenario scenario{graph, *links, random_rules(rng), {}};
    if (disturbed) scenario.disturbance = random_disturbance(rng, *links);
    INFO(purpose << " " << i);
    const NaiveResult expected = simulate_naively(scenario);
    const engine::Result found = EventEngine().run(scenario);
    same(found, expected);
    same(EventEngine(EventEngine::Queue::radix, EventEngine::Links::in_turn).run(scenario),
         expected);
    std::int64_t bytes = 0;
    double busy = 0;
    REQUIRE(found.links.size() == static_cast<std::size_t>(links->links()));
    for (const engine::Result::Link& link : found.links) {
      bytes += link.bytes.count();
      busy += link.busy.count();
    }
    REQUIRE(bytes == expected.link_bytes);
    REQUIRE(busy == Approx(found.dimensions[0].busy.count()));
    in_turn += found.events > found.messages;
  }
  CHECK(in_turn > cases / 10);
}

TEST_CASE("The event engine agrees with the naive simulator on random graphs of links") {
  compare_on_graphs("graphs", 50, false);
}

TEST_CASE("The event engine agrees with the naive simulator on disturbed graphs of links") {
  compare_on_graphs("disturbed graphs", 30, true);
}

TEST_CASE("One NPU that stands for all gives what all of them give") {
  int alone = 0;
  const int cases = fewer_sanitized(300);
  for (int i = 0; i < cases; ++i) {
    base::Rng rng(1, "symmetry", static_cast<std::uint64_t>(i));
    const topology::Fabric fabric = random_fabric(rng);
    const rounds::RoundGraph graph = random_collectives(rng, fabric);
    engine::Scenario scenario{graph, fabric, random_rules(rng), {}};
    INFO("case " << i);
    const engine::Result fast = EventEngine().run(scenario);
    scenario.symmetry = engine::Symmetry::off;
    const engine::Result full = EventEngine().run(scenario);
    REQUIRE(full.simulated_npus == fabric.npus());
    REQUIRE((fast.simulated_npus == 1) == engine::asymmetry(scenario).empty());
    alone += fast.simulated_npus == 1;
    same(fast, full);
  }
  CHECK(alone > cases / 6);
}

}  // namespace
}  // namespace jacquard::tb
