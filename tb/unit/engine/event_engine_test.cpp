// SPDX-License-Identifier: Apache-2.0
// The event engine against closed forms and examples worked out by hand.
#include "jacquard/engine/event/event_engine.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "unit/engine/graphs.hpp"

namespace jacquard::tb {
namespace {

using collective::CollectiveKind;
using collective::Method;
using engine::EventEngine;
using engine::Result;
using engine::Scenario;
using topology::Block;

constexpr std::int64_t kE = 10'000;     // ps, endpoint delay
constexpr std::int64_t kLat = 500'000;  // ps, of a link

// At 50 bytes/ns; a reduction reads two and writes one at 1600 bytes/ns. Exact for multiples of 8.
std::int64_t stay(std::int64_t bytes) { return bytes * 20; }
std::int64_t hop(std::int64_t bytes) { return kLat + stay(bytes); }
std::int64_t reduce(std::int64_t bytes) { return bytes * 15 / 8; }

rounds::RoundGraph graph_of(CollectiveKind kind, int npus, Method method, std::int64_t bytes,
                            int chunks = 1) {
  collective::CollectiveRequest request;
  request.kind = kind;
  request.shape = rounds::Shape({npus});
  request.algorithms = {{method, 0}};
  request.bytes = base::Bytes{bytes};
  request.chunks = chunks;
  return collective::generate(request);
}

Result run(const rounds::RoundGraph& graph, const topology::Fabric& fabric,
           const engine::Rules& rules = {}, const engine::Disturbance& disturbance = {}) {
  return EventEngine().run({graph, fabric, rules, disturbance});
}

std::int64_t time_of(CollectiveKind kind, Block block, int npus, Method method, std::int64_t bytes,
                     int chunks = 1) {
  return run(graph_of(kind, npus, method, bytes, chunks), fabric_of(block, npus)).time.count();
}

TEST_CASE("Who sends is not done before its last byte is out") {
  // The root has a link to each other NPU: all leave side by side, 1000 ns each.
  const std::int64_t bytes = 50'000;
  const rounds::RoundGraph direct = graph_of(CollectiveKind::broadcast, 4, Method::direct, bytes);
  const Result apart = run(direct, fabric_of(Block::fully_connected, 4));
  CHECK(apart.npu_ends[0].count() == kE + stay(bytes));
  CHECK(apart.npu_ends[3].count() == kE + hop(bytes) + kE);
  // One link up to a switch: one after the other.
  const Result shared = run(direct, fabric_of(Block::switched, 4));
  CHECK(shared.npu_ends[0].count() == kE + 3 * stay(bytes));
  CHECK(shared.npu_ends[3].count() == kE + 3 * stay(bytes) + 2 * kLat + kE);
  // Round a ring each passes on what it has received; the last sends nothing.
  const rounds::RoundGraph ring = graph_of(CollectiveKind::broadcast, 4, Method::ring, bytes);
  const Result passed = run(ring, fabric_of(Block::ring, 4));
  CHECK(passed.npu_ends[0].count() == kE + stay(bytes));
  CHECK(passed.npu_ends[1].count() == kE + hop(bytes) + kE + stay(bytes));
  CHECK(passed.npu_ends[3].count() == kE + 3 * (hop(bytes) + kE));
  CHECK(passed.time == passed.npu_ends[3]);
}

TEST_CASE("Rings without contention take what the closed forms say, to the picosecond") {
  for (const int n : {3, 4, 8, 25}) {
    const std::int64_t m = 800 * n;  // of a message
    CHECK(time_of(CollectiveKind::all_reduce, Block::ring, n, Method::ring, m * n) ==
          (2 * n - 1) * kE + (n - 1) * reduce(m) + 2 * (n - 1) * hop(m));
    CHECK(time_of(CollectiveKind::reduce_scatter, Block::ring, n, Method::ring, m * n) ==
          n * kE + (n - 1) * (reduce(m) + hop(m)));
    CHECK(time_of(CollectiveKind::all_gather, Block::ring, n, Method::ring, m) ==
          n * kE + (n - 1) * hop(m));
    // Chunks one after the other.
    CHECK(time_of(CollectiveKind::all_gather, Block::ring, n, Method::ring, 3 * m, 3) ==
          3 * (n * kE + (n - 1) * hop(m)));
  }
}

TEST_CASE("Direct where all are joined takes what the closed forms say") {
  for (const int n : {2, 5, 8, 32}) {
    const std::int64_t m = 1600;
    const auto time = [&](CollectiveKind kind, std::int64_t bytes) {
      return time_of(kind, Block::fully_connected, n, Method::direct, bytes);
    };
    CHECK(time(CollectiveKind::reduce_scatter, m * n) == 2 * kE + reduce(m) + hop(m));
    CHECK(time(CollectiveKind::all_gather, m) == 2 * kE + hop(m));
    CHECK(time(CollectiveKind::all_to_all, m * n) == 2 * kE + hop(m));
    CHECK(time(CollectiveKind::all_reduce, m * n) == 3 * kE + reduce(m) + 2 * hop(m));
  }
}

TEST_CASE("Halving-doubling where all are joined takes what the closed form says") {
  for (const int log : {1, 2, 3, 5}) {
    const std::int64_t n = 1 << log;
    const std::int64_t bytes = 800 * n;
    std::int64_t expected = (2 * log + 1) * kE;
    for (std::int64_t part = bytes / 2; part >= bytes / n; part /= 2) {
      expected += 2 * hop(part) + reduce(part);
    }
    CHECK(time_of(CollectiveKind::all_reduce, Block::fully_connected, static_cast<int>(n),
                  Method::halving_doubling, bytes) == expected);
  }
}

TEST_CASE("BlueConnect on two dimensions is its three phases, one after the other") {
  const base::BytesPerSecond rate{50e9};
  const topology::Fabric fabric({{Block::ring, 4, rate, base::Picoseconds{kLat}},
                                 {Block::ring, 8, rate, base::Picoseconds{kLat}}});
  const std::int64_t bytes = 4 * 8 * 1600;
  const std::int64_t first = bytes / 4;
  const std::int64_t second = first / 8;
  const Result result =
      run(all_reduce({4, 8}, Method::ring, bytes, 1, collective::Spread::blueconnect), fabric);
  CHECK(result.time.count() == 4 * kE + 3 * (reduce(first) + hop(first)) +            //
                                   15 * kE + 7 * reduce(second) + 14 * hop(second) +  //
                                   4 * kE + 3 * hop(first));
  CHECK(result.dimensions[0].bytes.count() == 2 * 3 * first * 32);
  CHECK(result.dimensions[1].bytes.count() == 2 * 7 * second * 32);
  CHECK(result.dimensions[1].links == 64);
  CHECK(result.dimensions[1].utilisation ==
        Approx(14.0 * static_cast<double>(stay(second)) /
               (2.0 * static_cast<double>(result.time.count()))));
}

TEST_CASE("Through a switch a message waits for two latencies and one serialisation") {
  const std::int64_t m = 800;
  CHECK(time_of(CollectiveKind::all_gather, Block::switched, 2, Method::direct, m) ==
        2 * kE + 2 * kLat + stay(m));
  engine::Rules rules;
  rules.forwarding = engine::Forwarding::store_and_forward;
  const auto graph = graph_of(CollectiveKind::all_gather, 2, Method::direct, m);
  CHECK(run(graph, fabric_of(Block::switched, 2), rules).time.count() ==
        2 * kE + 2 * kLat + 2 * stay(m));
  CHECK(run(graph, fabric_of(Block::crossbar, 2), rules).time.count() ==
        2 * kE + 2 * kLat + stay(m));
}

TEST_CASE("Direct on a ring of four, worked out by hand, contends for its links") {
  // Each NPU sends up to its neighbour, up again to the one opposite, and down, all ready at 10 ns.
  // 50,000 bytes stay 1000 ns: the second enters at 1010, its head is next door at 1510, where the
  // link is taken until 2010; it leaves that at 3010 and is there at 3510; 10 + 93.75 ns more.
  const auto graph = graph_of(CollectiveKind::reduce_scatter, 4, Method::direct, 4 * 50'000);
  CHECK(run(graph, fabric_of(Block::ring, 4)).time.count() == 3'613'750);
  // Store and forward: all of it next door at 2510, away at 3510, there at 4010.
  engine::Rules stored;
  stored.forwarding = engine::Forwarding::store_and_forward;
  CHECK(run(graph, fabric_of(Block::ring, 4), stored).time.count() == 4'113'750);
  // 5,000 bytes stay 100 ns: the second enters at 110, goes on at 610, is there at 1210.
  const auto small = graph_of(CollectiveKind::reduce_scatter, 4, Method::direct, 4 * 5'000);
  CHECK(run(small, fabric_of(Block::ring, 4)).time.count() == 1'229'375);
}

// The example of docs/engines.md: two all-gathers between two NPUs, each in two chunks. A chunk of
// A (50,000 bytes) takes 10 + 1000 + 500 + 10 = 1520 ns, one of B (5,000 bytes) 620 ns.
rounds::RoundGraph two_gathers() {
  return beside(graph_of(CollectiveKind::all_gather, 2, Method::ring, 2 * 50'000, 2),
                graph_of(CollectiveKind::all_gather, 2, Method::ring, 2 * 5'000, 2));
}

TEST_CASE("Two concurrent collectives finish differently under LIFO and FIFO") {
  engine::Rules rules;
  rules.order = engine::Order::fifo;
  const Result fifo = run(two_gathers(), fabric_of(Block::ring, 2), rules);
  CHECK(fifo.collectives[0].end.count() == 3'040'000);
  CHECK(fifo.collectives[1].begin.count() == 3'040'000);
  CHECK(fifo.collectives[1].end.count() == 4'280'000);
  rules.order = engine::Order::lifo;
  const Result lifo = run(two_gathers(), fabric_of(Block::ring, 2), rules);
  CHECK(lifo.collectives[1].end.count() == 1'240'000);
  CHECK(lifo.collectives[0].begin.count() == 1'240'000);
  CHECK(lifo.collectives[0].end.count() == 4'280'000);
}

TEST_CASE("Phases that run at once share their link first come, first served") {
  // All are ready at 10 ns and enter at 10, 1010, 2010 and 2110: A is there at 2510, B at 2710.
  engine::Rules rules;
  rules.active_chunks = 4;
  const Result result = run(two_gathers(), fabric_of(Block::ring, 2), rules);
  CHECK(result.collectives[0].end.count() == 2'520'000);
  CHECK(result.collectives[1].end.count() == 2'720'000);
}

TEST_CASE("What comes to an NPU that has not begun waits for it") {
  // NPU 1 begins 5 us late. NPU 0's message is there at 1510 and received at 5010; NPU 1's leaves
  // from 5010 to 6010 and is there at 6510. NPU 0 takes twice as long over a receipt.
  const auto graph = graph_of(CollectiveKind::all_gather, 2, Method::ring, 50'000);
  const engine::Disturbance late{{{1, base::Picoseconds{5'000'000}, 1.0}, {0, {}, 2.0}}, {}};
  const Result result = run(graph, fabric_of(Block::ring, 2), {}, late);
  CHECK(result.npu_ends[0].count() == 6'530'000);
  CHECK(result.npu_ends[1].count() == 6'010'000);
  CHECK(result.simulated_npus == 2);
}

TEST_CASE("A longer cable delays who is behind it") {
  const auto graph = graph_of(CollectiveKind::all_gather, 2, Method::ring, 50'000);
  engine::Disturbance cable;
  cable.links.push_back({{0, -1}, {1, -1}, base::Picoseconds{700'000}});
  const Result result = run(graph, fabric_of(Block::ring, 2), {}, cable);
  CHECK(result.npu_ends[0].count() == 1'520'000);
  CHECK(result.npu_ends[1].count() == 1'720'000);
}

TEST_CASE("A lone NPU stands for all where they are alike, and only there") {
  const auto graph = graph_of(CollectiveKind::all_reduce, 1024, Method::ring, 1 << 20, 4);
  const topology::Fabric fabric = fabric_of(Block::ring, 1024);
  const Result result = run(graph, fabric);
  CHECK(result.simulated_npus == 1);
  CHECK(result.messages == 4 * 2 * 1023 * 1024);
  CHECK(result.npu_ends.size() == 1024);
  const engine::Disturbance one{{{5, base::Picoseconds{0}, 1.5}}, {}};
  CHECK(run(graph_of(CollectiveKind::all_reduce, 8, Method::ring, 1 << 20),
            fabric_of(Block::ring, 8), {}, one)
            .simulated_npus == 8);
}

std::string fault_of(const Scenario& scenario) {
  try {
    EventEngine().run(scenario);
  } catch (const base::ConfigError& e) {
    return e.what();
  }
  return "none";
}

TEST_CASE("What does not fit is explained") {
  using Catch::Contains;
  const auto graph = graph_of(CollectiveKind::all_gather, 4, Method::ring, 800);
  const topology::Fabric four = fabric_of(Block::ring, 4);
  const topology::Fabric three = fabric_of(Block::ring, 3);
  CHECK_THAT(fault_of({graph, three, {}, {}}), Contains("NPUs below 3"));
  CHECK_THAT(fault_of({graph, four, {}, {}, engine::Mode::astra_aware}), Contains("faithful"));
  engine::Disturbance d;
  d.npus.push_back({4, {}, 1.0});
  CHECK_THAT(fault_of({graph, four, {}, d}), Contains("/npus/0/npu"));
  d.npus.clear();
  d.links.push_back({{0, -1}, {2, -1}, base::Picoseconds{1}});
  CHECK_THAT(fault_of({graph, four, {}, d}), Contains("/links/0") && Contains("0 and 2"));
  d.links = {{{0, -1}, {-1, 0}, base::Picoseconds{1}}};
  CHECK_THAT(fault_of({graph, four, {}, d}), Contains("switch"));
  engine::Rules none;
  none.active_chunks = 0;
  CHECK_THAT(fault_of({graph, four, none, {}}), Contains("active chunks"));
}

TEST_CASE("Phases that wait for each other are named, not simulated for ever") {
  rounds::RoundGraph graph;
  rounds::Collective& c = graph.collectives.emplace_back();
  c.shape = rounds::Shape({4});
  graph.channels.push_back({0, rounds::Channel::Direction::up});
  const auto add = [&](int chunk, rounds::RoundSet after) {
    rounds::Round round;
    round.chunk = chunk;
    round.permutation = rounds::SymbolicPermutation::shift(0, 1);
    round.after = std::move(after);
    graph.rounds.push_back(std::move(round));
  };
  c.chunks = 2;
  add(0, {});
  add(1, {0});
  add(0, {1});
  const topology::Fabric four = fabric_of(Block::ring, 4);
  CHECK_THAT(fault_of({graph, four, {}, {}}),
             Catch::Contains("phase 0 of chunk 0") && Catch::Contains("phase 0 of chunk 1"));
}

}  // namespace
}  // namespace jacquard::tb
