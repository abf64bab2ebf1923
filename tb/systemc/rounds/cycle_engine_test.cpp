// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/cycle_engine.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard::rounds;
using jacquard::base::Bytes;
using jacquard::base::BytesPerSecond;
using jacquard::base::ConfigError;
using jacquard::base::Picoseconds;
using jacquard::engine::Order;
using jacquard::engine::Result;
using jacquard::engine::Rules;
using jacquard::engine::Scenario;
using jacquard::systemc::CycleEngine;
using jacquard::topology::Block;
using jacquard::topology::Fabric;

namespace {

constexpr std::int64_t kMicrosecond = 1'000'000;

// One link of 1 GB/s, so a byte takes a nanosecond, and 1 us.
Fabric fabric_of(Block block, int n) {
  return Fabric({{block, n, BytesPerSecond{1e9}, Picoseconds{kMicrosecond}}});
}

// e = 10 ns; memory of 3 GB/s, so a reduction takes a nanosecond a byte.
Rules rules_of() {
  Rules rules;
  rules.endpoint_delay = Picoseconds{10'000};
  rules.local_memory_bandwidth = BytesPerSecond{3e9};
  rules.order = Order::fifo;
  return rules;
}

Collective all_reduce(int n, int chunks) {
  Collective c;
  c.shape = Shape({n});
  c.involved = {0};
  c.pieces = Shape({n});
  c.chunks = chunks;
  return c;
}

Round ring_half(int n, int chunk, Action action, Bytes bytes) {
  Round r;
  r.chunk = chunk;
  r.permutation = SymbolicPermutation::shift(0, 1);
  r.action = action;
  r.repeat = n - 1;
  r.bytes = bytes;
  return r;
}

RoundGraph ring_all_reduce(int n, int chunks, Bytes message) {
  RoundGraph graph;
  graph.collectives = {all_reduce(n, chunks)};
  graph.channels = {Channel{}};
  for (int chunk = 0; chunk < chunks; ++chunk) {
    graph.rounds.push_back(ring_half(n, chunk, Action::reduce, message));
    graph.rounds.push_back(ring_half(n, chunk, Action::copy, message));
    graph.rounds.back().after = {2 * chunk};
  }
  return graph;
}

std::int64_t nanoseconds(const Result& outcome) { return outcome.time.count() / 1000; }

Result on_circuits(const RoundGraph& graph, const Fabric& fabric, const Rules& rules,
                   Picoseconds guard = Picoseconds{0}, std::uint64_t shuffle = 0) {
  Scenario scenario{graph, fabric, rules, {}};
  scenario.guard = guard;
  return CycleEngine(shuffle).run(scenario);
}

}  // namespace

TEST_CASE("a ring all-reduce on circuits takes the sum of its steps, chunk after chunk") {
  for (const Block block :
       {Block::ring, Block::fully_connected, Block::switched, Block::crossbar}) {
    const Fabric fabric = fabric_of(block, 8);
    const std::int64_t latency = jacquard::topology::has_switch(block) ? 2000 : 1000;
    for (const int chunks : {1, 3}) {
      const RoundGraph graph = ring_all_reduce(8, chunks, Bytes{500});
      const Result out = on_circuits(graph, fabric, rules_of());
      // e, 14 steps of latency, message and e, 7 reductions.
      CHECK(nanoseconds(out) == chunks * (10 + 14 * (latency + 500 + 10) + 7 * 500));
      CHECK(out.messages == chunks * 14 * 8);
      const int links = jacquard::topology::has_switch(block) ? 2 : 1;
      CHECK(out.dimensions[0].bytes == Bytes{links * chunks * 14 * 8 * 500});
    }
  }
}

TEST_CASE("messages of one port go one after the other, a guard between partners") {
  // Three shifts through a crossbar of four, none waiting for another: 500 ns each and 20 of guard.
  RoundGraph graph;
  graph.collectives = {all_reduce(4, 1)};
  graph.channels = {Channel{}};
  for (const int by : {1, 2, 3}) {
    Round round = ring_half(4, 0, Action::copy, Bytes{500});
    round.permutation = SymbolicPermutation::shift(0, by);
    round.repeat = 1;
    graph.rounds.push_back(round);
  }
  const Fabric fabric = fabric_of(Block::crossbar, 4);
  CHECK(nanoseconds(on_circuits(graph, fabric, rules_of(), Picoseconds{20'000})) ==
        10 + 3 * 500 + 2 * 20 + 2000 + 10);
  CHECK(nanoseconds(on_circuits(graph, fabric, rules_of())) == 10 + 3 * 500 + 2000 + 10);
  // Fully connected, each distance has links of its own.
  const Fabric mesh = fabric_of(Block::fully_connected, 4);
  CHECK(nanoseconds(on_circuits(graph, mesh, rules_of(), Picoseconds{20'000})) ==
        10 + 500 + 1000 + 10);
}

TEST_CASE("a two-way ring uses both of an NPU's ports at once") {
  RoundGraph graph;
  graph.collectives = {all_reduce(4, 1)};
  graph.channels = {{0, Channel::Direction::up}, {0, Channel::Direction::down}};
  for (const int channel : {0, 1}) {
    Round round = ring_half(4, 0, Action::copy, Bytes{500});
    round.channel = channel;
    round.permutation = SymbolicPermutation::shift(0, channel == 0 ? 1 : -1);
    graph.rounds.push_back(round);
  }
  const Fabric fabric = fabric_of(Block::ring, 4);
  CHECK(nanoseconds(on_circuits(graph, fabric, rules_of())) == 10 + 3 * (1000 + 500 + 10));
}

TEST_CASE("LIFO and FIFO let concurrent collectives finish in another order") {
  // Three collectives of one message each, 500, 5000 and 500 bytes, all there at time 0 in one
  // dimension that serves one at a time. Each takes e, its bytes, 2000 of way and e.
  RoundGraph graph;
  graph.channels = {Channel{}};
  for (int c = 0; c < 3; ++c) {
    graph.collectives.push_back(all_reduce(2, 1));
    Round round = ring_half(2, 0, Action::copy, Bytes{c == 1 ? 5000 : 500});
    round.collective = c;
    graph.rounds.push_back(round);
  }
  const Fabric fabric = fabric_of(Block::crossbar, 2);
  Rules rules = rules_of();
  const std::int64_t brief = 10 + 500 + 2000 + 10;
  const std::int64_t lengthy = 10 + 5000 + 2000 + 10;
  const auto finishes = [&] {
    std::vector<std::int64_t> ns;
    const auto outcome = on_circuits(graph, fabric, rules);
    for (const auto& c : outcome.collectives) ns.push_back(c.end.count() / 1000);
    return ns;
  };
  CHECK(finishes() == std::vector<std::int64_t>{brief, brief + lengthy, 2 * brief + lengthy});
  rules.order = Order::lifo;
  CHECK(finishes() == std::vector<std::int64_t>{2 * brief + lengthy, brief + lengthy, brief});
  // All at once share the link, first come first served.
  rules.order = Order::fifo;
  rules.active_chunks = 3;
  CHECK(finishes() ==
        std::vector<std::int64_t>{10 + 500 + 2010, 10 + 5500 + 2010, 10 + 6000 + 2010});
}

TEST_CASE("the order of simultaneous events does not matter where no port is wanted by two") {
  const RoundGraph graph = ring_all_reduce(8, 2, Bytes{500});
  const Fabric fabric = fabric_of(Block::switched, 8);
  const auto plain = on_circuits(graph, fabric, rules_of(), Picoseconds{5'000});
  for (std::uint64_t shuffle = 1; shuffle <= 10; ++shuffle) {
    const auto other = on_circuits(graph, fabric, rules_of(), Picoseconds{5'000}, shuffle);
    CHECK(other.time == plain.time);
    CHECK(other.npu_ends == plain.npu_ends);
  }
}

TEST_CASE("what circuits cannot carry is refused, by name") {
  RoundGraph graph = ring_all_reduce(8, 1, Bytes{500});
  graph.rounds[1].permutation = SymbolicPermutation::shift(0, 3);
  const Fabric ring = fabric_of(Block::ring, 8);
  CHECK_THROWS_WITH(
      on_circuits(graph, ring, rules_of()),
      Catch::Contains("round 1 from NPU 0 to NPU 3") && Catch::Contains("several links of a ring"));
  const RoundGraph large = ring_all_reduce(65, 1, Bytes{500});
  const Fabric fabric = fabric_of(Block::crossbar, 65);
  CHECK_THROWS_AS(on_circuits(large, fabric, rules_of()), ConfigError);
}
