// SPDX-License-Identifier: Apache-2.0
// Collectives on graphs of links: fabrics written out, and networks worked out by hand.
#include <catch2/catch.hpp>

#include "jacquard/engine/event/event_engine.hpp"
#include "support/as_graph.hpp"
#include "support/fabrics.hpp"
#include "support/fault_of.hpp"
#include "unit/engine/graphs.hpp"

namespace jacquard::tb {
namespace {

using collective::CollectiveKind;
using collective::Method;
using engine::EventEngine;
using engine::Forwarding;
using engine::Result;
using topology::UserGraph;

constexpr std::int64_t kNs = 1000;

// Every kind by every algorithm that can do it, on the fabric's dimensions.
std::vector<rounds::RoundGraph> all_collectives(const topology::Fabric& fabric) {
  std::vector<rounds::RoundGraph> graphs;
  std::vector<int> sizes;
  for (const topology::Dimension& d : fabric.all()) sizes.push_back(d.size);
  for (int kind = 0; kind <= static_cast<int>(CollectiveKind::send); ++kind) {
    for (int method = 0; method <= static_cast<int>(Method::double_binary_tree); ++method) {
      collective::CollectiveRequest request;
      request.kind = static_cast<CollectiveKind>(kind);
      request.shape = rounds::Shape(sizes);
      request.algorithms = {{static_cast<Method>(method), 0}};
      request.spread = collective::Spread::blueconnect;
      request.bytes = base::Bytes{12'345};
      request.chunks = 2;
      bool can = true;
      for (const int size : sizes) {
        can = can && collective::unsupported(request.algorithms[0], request.kind, size).empty();
      }
      if (can) graphs.push_back(collective::generate(request));
    }
  }
  return graphs;
}

TEST_CASE("A fabric written out as a graph takes as long as the fabric, to the picosecond") {
  for (const std::string shape :
       {"Ring(8)", "Ring(2)", "FullyConnected(6)", "Switch(8)", "Crossbar(8)", "Ring(4) Switch(2)",
        "Switch(4) Ring(3)", "FullyConnected(4) Crossbar(2)"}) {
    const topology::Fabric fabric = fabric_of(shape);
    const auto graph = as_graph(fabric);
    int compared = 0;
    for (const rounds::RoundGraph& rounds : all_collectives(fabric)) {
      for (const Forwarding forwarding : {Forwarding::cut_through, Forwarding::store_and_forward}) {
        INFO(shape << ", collective " << compared++);
        engine::Rules rules;
        rules.forwarding = forwarding;
        const Result blocks = EventEngine().run({rounds, fabric, rules, {}});
        const Result links = EventEngine().run({rounds, *graph, rules, {}});
        CHECK(links.time == blocks.time);
        CHECK(links.npu_ends == blocks.npu_ends);
        CHECK(links.messages == blocks.messages);
        std::int64_t bytes = 0;
        for (const Result::Dimension& d : blocks.dimensions) bytes += d.bytes.count();
        REQUIRE(links.dimensions.size() == 1);
        CHECK(links.dimensions[0].bytes.count() == bytes);
        CHECK(links.dimensions[0].links == graph->links());
      }
    }
    CHECK(compared > 20);
  }
}

struct Wire {
  int from;
  int to;
  double bytes_per_ns = 50;
  std::int64_t latency_ns = 500;
};

// Each wire is two links.
UserGraph joined(int npus, int switches, const std::vector<Wire>& wires,
                 const UserGraph::Options& options = UserGraph::Options()) {
  std::vector<UserGraph::Edge> edges;
  for (const Wire& w : wires) {
    const base::BytesPerSecond bandwidth{w.bytes_per_ns * 1e9};
    const base::Picoseconds latency{w.latency_ns * kNs};
    edges.push_back({{w.from, w.to, bandwidth, latency}, {"graph", ""}});
    edges.push_back({{w.to, w.from, bandwidth, latency}, {"graph", ""}});
  }
  return UserGraph(npus, switches, edges, {"graph", ""}, options);
}

// One message of 50,000 bytes, 1000 ns at 50 bytes/ns, from each NPU that has a receiver.
rounds::RoundGraph messages(std::vector<int> receivers) {
  rounds::RoundGraph graph;
  rounds::Collective& c = graph.collectives.emplace_back();
  c.kind = CollectiveKind::all_to_all;
  c.shape = rounds::Shape({static_cast<int>(receivers.size())});
  graph.channels.push_back({0, rounds::Channel::Direction::any});
  rounds::Round& round = graph.rounds.emplace_back();
  round.permutation = rounds::SymbolicPermutation::map_ranks(std::move(receivers));
  round.bytes = base::Bytes{50'000};
  return graph;
}

constexpr int kNo = rounds::kNobody;

// NPUs 0 and 1 on switch 4, 2 and 3 on switch 5.
UserGraph dumbbell(double trunk) {
  return joined(4, 2, {{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 5, trunk}});
}

std::vector<std::int64_t> ends_on_dumbbell(double trunk, Forwarding forwarding) {
  engine::Rules rules;
  rules.forwarding = forwarding;
  const rounds::RoundGraph rounds = messages({2, 3, kNo, kNo});
  const UserGraph graph = dumbbell(trunk);
  const Result result = EventEngine().run({rounds, graph, rules, {}});
  return {result.npu_ends[2].count() / kNs, result.npu_ends[3].count() / kNs};
}

TEST_CASE("Two messages on a dumbbell take its bar in turn, worked out by hand") {
  using Ends = std::vector<std::int64_t>;
  // Both come to the bar at 510: one enters then, the other a serialisation later. Heads leave the
  // bar 500 later and are there 500 after that, whole 1000 later, and taken in after 10.
  CHECK(ends_on_dumbbell(50, Forwarding::cut_through) == Ends{2520, 3520});
  // On a bar twice as fast the second waits 500; the first is no faster, as its own link is not.
  CHECK(ends_on_dumbbell(100, Forwarding::cut_through) == Ends{2520, 3020});
  // On one half as fast the end of each comes from the bar 2000 after it has entered.
  CHECK(ends_on_dumbbell(25, Forwarding::cut_through) == Ends{3520, 5520});
  // Stored: whole at switch 4 at 1510, at switch 5 at 3010 and 4010, there at 4510 and 5510.
  CHECK(ends_on_dumbbell(50, Forwarding::store_and_forward) == Ends{4520, 5520});
}

TEST_CASE("Messages that meet in the order they set out are one event each") {
  const auto events = [](const rounds::RoundGraph& rounds, topology::NetworkView network,
                         EventEngine::Links links) {
    engine::Scenario scenario{rounds, network, {}, {}};
    scenario.symmetry = engine::Symmetry::off;
    return EventEngine(EventEngine::Queue::radix, links).run(scenario).events;
  };
  const auto automatic = EventEngine::Links::automatic;
  const auto in_turn = EventEngine::Links::in_turn;
  const topology::Fabric fabric = fabric_of("Switch(8)");
  const auto star = as_graph(fabric);
  const rounds::RoundGraph ring = all_reduce({8}, Method::ring, 800, 2);
  CHECK(events(ring, *star, automatic) == events(ring, fabric, automatic));
  CHECK(events(ring, *star, in_turn) == events(ring, fabric, in_turn));
  const UserGraph graph = dumbbell(50);
  const rounds::RoundGraph two = messages({2, 3, kNo, kNo});
  CHECK(events(two, graph, in_turn) == events(two, graph, automatic) + 2 * 3);
}

TEST_CASE("What the links of a dumbbell carried is reported link by link") {
  const rounds::RoundGraph rounds = messages({2, 3, kNo, kNo});
  const UserGraph graph = dumbbell(100);
  const Result result = EventEngine().run({rounds, graph, {}, {}});
  REQUIRE(result.links.size() == 10);
  const Result::Link& bar = result.links[static_cast<std::size_t>(*graph.find(4, 5))];
  CHECK(bar.from == 4);
  CHECK(bar.to == 5);
  CHECK(bar.bytes.count() == 100'000);
  CHECK(bar.busy.count() == Approx(1e-6));
  CHECK(bar.utilisation == Approx(1000.0 / 3020.0));
  CHECK(result.links[static_cast<std::size_t>(*graph.find(5, 4))].bytes.count() == 0);
  CHECK(result.links[static_cast<std::size_t>(*graph.find(0, 4))].bytes.count() == 50'000);
  CHECK(result.dimensions[0].bytes.count() == 6 * 50'000);
}

TEST_CASE("Leaves and spines: the same spine for all, or one for each, worked out by hand") {
  // NPUs 0 and 1 on leaf 4, 2 and 3 on leaf 5, both on spines 6 and 7. Four links of 500 ns, one
  // serialisation of 1000 ns and twice 10 ns; a second message on the way up waits 1000 ns.
  const std::vector<Wire> wires = {{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 6}, {4, 7}, {5, 6}, {5, 7}};
  const rounds::RoundGraph rounds = messages({2, 3, kNo, kNo});
  const UserGraph one = joined(4, 4, wires);
  const Result shared = EventEngine().run({rounds, one, {}, {}});
  CHECK(shared.npu_ends[2].count() == 3020 * kNs);
  CHECK(shared.npu_ends[3].count() == 4020 * kNs);
  UserGraph::Options options;
  options.equal_routes = UserGraph::EqualRoutes::spread;
  const UserGraph both = joined(4, 4, wires, options);
  const Result spread = EventEngine().run({rounds, both, {}, {}});
  CHECK(spread.npu_ends[2].count() == 3020 * kNs);
  CHECK(spread.npu_ends[3].count() == 3020 * kNs);
}

TEST_CASE("Of two that come to a link at once, who has passed fewer links goes first") {
  // NPU 0's message is at switch 5, by two links, when NPU 1's is, by one: at 1010. The other waits
  // 1000 ns for the link to switch 6, where NPUs 2 and 3 are.
  const UserGraph graph = joined(4, 3, {{0, 4}, {4, 5}, {1, 5, 50, 1000}, {5, 6}, {6, 2}, {6, 3}});
  const rounds::RoundGraph rounds = messages({2, 3, kNo, kNo});
  const Result result = EventEngine().run({rounds, graph, {}, {}});
  CHECK(result.npu_ends[3].count() == 3020 * kNs);
  CHECK(result.npu_ends[2].count() == 4020 * kNs);
}

TEST_CASE("NPUs forward for others, and a message takes the slowest link of its way once") {
  // A chain 0 - 1 - 2 of which the second wire has 10 bytes/ns: 1000 ns of latency, 5000 ns.
  const UserGraph chain = joined(3, 0, {{0, 1}, {1, 2, 10}});
  const rounds::RoundGraph rounds = messages({2, kNo, kNo});
  CHECK(EventEngine().run({rounds, chain, {}, {}}).npu_ends[2].count() == 6020 * kNs);
}

TEST_CASE("A longer cable of a graph is named by its nodes") {
  const rounds::RoundGraph rounds = messages({2, 3, kNo, kNo});
  const UserGraph graph = dumbbell(50);
  const auto fault = [&](engine::Disturbance::End from, engine::Disturbance::End to) {
    const engine::Disturbance d{{}, {{from, to, base::Picoseconds{1}}}};
    return fault_of([&] { EventEngine().run({rounds, graph, {}, d}); });
  };
  const engine::Disturbance longer{{}, {{{4, -1}, {5, -1}, base::Picoseconds{700 * kNs}}}};
  const Result result = EventEngine().run({rounds, graph, {}, longer});
  CHECK(result.npu_ends[2].count() == 2720 * kNs);
  CHECK(result.npu_ends[3].count() == 3720 * kNs);
  CHECK(fault({0, -1}, {5, -1}) ==
        "disturbance#/links/0: expected two nodes that a link joins, found 0 and 5");
  CHECK(fault({0, -1}, {6, -1}) ==
        "disturbance#/links/0: expected nodes in 0..5, as the graph numbers them, found 6");
  CHECK(fault({0, -1}, {-1, 1}) ==
        "disturbance#/links/0: expected nodes in 0..5, as the graph numbers them, found \"switch "
        "1\"");
}

}  // namespace
}  // namespace jacquard::tb
