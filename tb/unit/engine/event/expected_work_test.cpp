// SPDX-License-Identifier: Apache-2.0
// What a run is expected to cost, against what it does when each message takes each link in turn.
#include "jacquard/engine/event/expected_work.hpp"

#include <catch2/catch.hpp>

#include "jacquard/engine/event/event_engine.hpp"
#include "support/fabrics.hpp"
#include "unit/engine/graphs.hpp"

namespace jacquard::tb {
namespace {

using collective::CollectiveKind;
using collective::Method;
using engine::EventEngine;

rounds::RoundGraph rounds_of(CollectiveKind kind, Method method, int npus) {
  collective::CollectiveRequest request;
  request.kind = kind;
  request.shape = rounds::Shape({npus});
  request.algorithms = {{method, 0}};
  request.bytes = base::Bytes{100'000};
  request.chunks = 2;
  return collective::generate(request);
}

TEST_CASE("The events of a run are expected to within a factor of two") {
  struct Case {
    CollectiveKind kind;
    Method method;
    const char* network;
  };
  const Case cases[] = {
      {CollectiveKind::all_reduce, Method::ring, "Ring(64)"},
      {CollectiveKind::all_reduce, Method::ring, "Switch(64)"},
      {CollectiveKind::all_reduce, Method::halving_doubling, "Ring(64)"},
      {CollectiveKind::all_reduce, Method::double_binary_tree, "Switch(64)"},
      {CollectiveKind::all_to_all, Method::direct, "FullyConnected(32)"},
      {CollectiveKind::all_to_all, Method::direct, "Ring(32)"},
      {CollectiveKind::all_to_all, Method::ring, "Ring(32)"},
      {CollectiveKind::broadcast, Method::ring, "Ring(32)"},
  };
  for (const Case& c : cases) {
    const topology::Fabric fabric = fabric_of(std::string(c.network));
    const rounds::RoundGraph rounds = rounds_of(c.kind, c.method, fabric.npus());
    for (const auto symmetry : {engine::Symmetry::automatic, engine::Symmetry::off}) {
      INFO(c.network << " " << static_cast<int>(c.kind) << " " << static_cast<int>(c.method));
      engine::Scenario scenario{rounds, fabric, {}, {}};
      scenario.symmetry = symmetry;
      const auto events = static_cast<double>(
          EventEngine(EventEngine::Queue::radix, EventEngine::Links::in_turn).run(scenario).events);
      const double expected = engine::expected_work(scenario).events;
      CHECK(expected > events / 2);
      CHECK(expected < events * 2);
    }
  }
}

TEST_CASE("Messages that wait for nothing but their links are counted as memory") {
  const topology::Fabric fabric = fabric_of(std::string("Switch(64)"));
  const rounds::RoundGraph rounds = rounds_of(CollectiveKind::all_to_all, Method::direct, 64);
  engine::Scenario scenario{rounds, fabric, {}, {}};
  const double alone = engine::expected_work(scenario).memory;
  scenario.symmetry = engine::Symmetry::off;
  // Each of the two chunks has 64 x 63 messages, which need a record of their own at least.
  CHECK(engine::expected_work(scenario).memory - alone > 64 * 63 * 100.0);
}

TEST_CASE("A run that says how far it is gives the same result") {
  const topology::Fabric fabric = fabric_of(std::string("Ring(1024)"));
  const rounds::RoundGraph rounds = rounds_of(CollectiveKind::all_reduce, Method::ring, 1024);
  engine::Scenario scenario{rounds, fabric, {}, {}};
  scenario.symmetry = engine::Symmetry::off;
  const engine::Result silent = EventEngine().run(scenario);
  std::vector<std::int64_t> told;
  scenario.progress = [&](std::int64_t events) { told.push_back(events); };
  const engine::Result heard = EventEngine().run(scenario);
  CHECK(heard.time == silent.time);
  CHECK(heard.events == silent.events);
  REQUIRE(told.size() > 2);
  CHECK(told.front() == 0);
  CHECK(std::is_sorted(told.begin(), told.end()));
  CHECK(told.back() <= heard.events);
}

}  // namespace
}  // namespace jacquard::tb
