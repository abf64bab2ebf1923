// SPDX-License-Identifier: Apache-2.0
// Times are computed by hand from the rules of docs/engines.md: a phase takes the endpoint delay e
// before its first message and after each received one, a link bytes / bandwidth and its latency.
#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "support/fault_of.hpp"
#include "unit/engine/job/jobs.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

constexpr long kEndpoint = 10'000;
constexpr long kMicrosecond = 1'000'000;

}  // namespace

TEST_CASE("A collective overlaps computation that does not wait for it, and is exposed else") {
  Machine input = pair_of_npus();
  // All-gather of 1000 B: e, 1 us, 500 ns, e = 1.52 us.
  run_on_all(input, {computation(0, 3), collective_node(Kind::all_gather, 1000, 1, {0}),
                     computation(2, 1, {0}), computation(3, 2, {1, 2})});
  const auto answer = run(input);
  for (const auto& npu : answer.npus) {
    CHECK(npu.end.count() == 3 * kMicrosecond + 1'520'000 + 2 * kMicrosecond);
    CHECK(npu.compute.count() == 6 * kMicrosecond);
  }
  CHECK(answer.representative);
  CHECK(answer.bytes == std::vector<std::vector<std::int64_t>>{{1000}, {1000}});
}

TEST_CASE("Computations of an NPU go one at a time, the lowest id first; the CPU's beside them") {
  Machine input = pair_of_npus();
  OpNode on_cpu = computation(4, 9, {0});
  on_cpu.stream = workload::Stream::cpu;
  // OpNode 3 is free with node 2 at 1 us, and waits until 6; the CPU's ends at 10.
  run_on_each(input, {{computation(0, 1), computation(2, 5, {0}), computation(3, 1, {0}), on_cpu},
                      {computation(0, 1)}});
  const auto answer = run(input);
  CHECK(answer.npus[0].end.count() == 10 * kMicrosecond);
  CHECK(answer.npus[0].compute.count() == 7 * kMicrosecond);
  CHECK(answer.npus[1].end.count() == kMicrosecond);
}

TEST_CASE("Computations that occupy no stream run beside all others, and each other") {
  Machine input = pair_of_npus();
  const auto beside = [](std::uint64_t id, std::int64_t micros, std::vector<std::uint64_t> after) {
    OpNode node = computation(id, micros, std::move(after));
    node.stream = workload::Stream::none;
    return node;
  };
  // 1 and 2 run at once and end at 7 and 4 us; 3 occupies the NPU from 1 to 4, 4 waits for both and
  // ends at 12, 5 begins and ends with 2.
  run_on_all(input, {computation(0, 1), beside(1, 6, {0}), beside(2, 3, {0}),
                     computation(3, 3, {0}), computation(4, 5, {1, 3}), beside(5, 0, {2})});
  for (const bool replay : {false, true}) {
    input.work.replay = replay;
    const auto answer = run(input);
    const auto& intervals = answer.intervals_of(1);
    CHECK(answer.npus[1].end.count() == 12 * kMicrosecond);
    CHECK(intervals.at(1).begin.count() == kMicrosecond);
    CHECK(intervals.at(1).end.count() == 7 * kMicrosecond);
    CHECK(intervals.at(2).end.count() == 4 * kMicrosecond);
    CHECK(intervals.at(3).begin.count() == kMicrosecond);
    CHECK(intervals.at(5).end.count() == 4 * kMicrosecond);
  }
}

TEST_CASE("Two collectives that wait for a link are taken last or first issued first") {
  // docs/engines.md's worked example, issued by traces: the long one first, the short one while the
  // long one's first chunk runs. Chunks of 1000 and 100 B take 1.52 and .62 us.
  const auto ends = [](engine::Order order) {
    Machine input = pair_of_npus();
    input.work.chunks = 2;
    input.rules.order = order;
    OpNode wait = computation(1, 1);
    run_on_all(input, {collective_node(Kind::all_gather, 2000, 0), wait,
                       collective_node(Kind::all_gather, 200, 2, {1}), computation(3, 50, {2})});
    return run(input).npus[0].end.count() - 50 * kMicrosecond;
  };
  CHECK(ends(engine::Order::fifo) == 2 * 1'520'000 + 2 * 620'000);
  CHECK(ends(engine::Order::lifo) == 1'520'000 + 2 * 620'000);
}

TEST_CASE("Groups run by the configured algorithm on the dimension they occupy") {
  // Two groups of four in a switch of eight: cut through, two links of 500 ns a message.
  const auto time = [](Method method) {
    Machine input = machine({dimension(Block::switched, 8)}, method);
    input.groups() = {{1, {0, 2, 4, 6}}, {2, {1, 3, 5, 7}}};
    std::vector<std::vector<OpNode>> traces;
    for (int npu = 0; npu < 8; ++npu) {
      traces.push_back({of_group(collective_node(Kind::reduce_scatter, 4000), 1 + npu % 2)});
    }
    run_on_each(input, std::move(traces));
    const auto ends = ends_of(input);
    CHECK(ends == std::vector<long>(8, ends.front()));
    input.symmetry = engine::Symmetry::off;
    CHECK(ends_of(input) == ends);
    return ends.front();
  };
  // 3 B read or written for each byte, at 1600 B/ns, to the picosecond.
  const long reduction = 1875;
  const long hop = 1'000'000 + 2 * 500'000;
  CHECK(time(Method::ring) == kEndpoint + 3 * (hop + kEndpoint + reduction));
  // Halving: 2000 B, then 1000.
  CHECK(time(Method::halving_doubling) ==
        kEndpoint + (hop + 1'000'000 + kEndpoint + 2 * reduction) + (hop + kEndpoint + reduction));
}

TEST_CASE("A group that is part of a ring goes the shorter way round") {
  // NPUs 0 and 1 of eight: both messages of an all-gather pass one link.
  Machine input = machine({dimension(Block::ring, 8)});
  input.groups() = {{1, {0, 1}}};
  std::vector<std::vector<OpNode>> traces(8);
  for (const std::size_t npu : {std::size_t{0}, std::size_t{1}}) {
    traces[npu] = {of_group(collective_node(Kind::all_gather, 1000), 1)};
  }
  run_on_each(input, std::move(traces));
  CHECK(ends_of(input)[0] == 1'500'000 + 2 * kEndpoint);
  CHECK(ends_of(input)[1] == 1'500'000 + 2 * kEndpoint);
}

TEST_CASE("A flat group goes the shorter way however many it has, and involves all dimensions") {
  // Eight members on a ring of eight, listed downwards: 7 to 6 and on is one link, not seven.
  Machine input = machine({dimension(Block::ring, 8), dimension(Block::fully_connected, 2)});
  input.groups() = {{1, {7, 6, 5, 4, 3, 2, 1, 8}}};
  std::vector<std::vector<OpNode>> traces(16);
  for (const int npu : input.groups()[1]) {
    traces[static_cast<std::size_t>(npu)] = {of_group(collective_node(Kind::all_gather, 1000), 1)};
  }
  const auto with = [&](std::vector<bool> involved) {
    Machine own = input;
    auto nodes = traces;
    for (auto& trace : nodes) {
      for (OpNode& node : trace) node.involved = involved;
    }
    run_on_each(own, std::move(nodes));
    return ends_of(own);
  };
  // 7 messages, of which each passes two links at most: 1 to 8 (by 0), 8 to 7 (by 15).
  const auto ends = with({true, true});
  CHECK(*std::max_element(ends.begin(), ends.end()) <= kEndpoint + 7 * (2'000'000 + kEndpoint));
  CHECK(fault_of([&] { with({false, true}); }).find("involved_dim") != std::string::npos);
}

TEST_CASE("What is issued at one instant goes by its id, not by its group") {
  const auto ends = [](int first, int second, bool symmetry) {
    Machine input = pair_of_npus();
    input.rules.order = engine::Order::fifo;
    input.symmetry = symmetry ? engine::Symmetry::automatic : engine::Symmetry::off;
    input.groups() = {{1, {0, 1}}, {2, {0, 1}}};
    run_on_all(input, {of_group(collective_node(Kind::all_gather, 1000, 0), first),
                       of_group(collective_node(Kind::all_gather, 100, 1), second),
                       computation(2, 50, {1})});
    return ends_of(input).front() - 50 * kMicrosecond;
  };
  for (const bool symmetry : {true, false}) {
    CHECK(ends(1, 2, symmetry) == 1'520'000 + 620'000);
    CHECK(ends(2, 1, symmetry) == 1'520'000 + 620'000);
    CHECK(ends(2, 0, symmetry) == 1'520'000 + 620'000);
  }
  // Likewise of sends: node 0's 1000 bytes before node 1's 100, to the same NPU.
  Machine input = pair_of_npus();
  run_on_each(input, {{message(OpKind::send, 0, 1, 1000), message(OpKind::send, 1, 1, 100)},
                      {message(OpKind::receive, 0, 0, 1000), message(OpKind::receive, 1, 0, 100)}});
  CHECK(ends_of(input)[0] == kEndpoint + 1'100'000 + 500'000);
}

TEST_CASE("A broadcast begins at its root, or at the first NPU its group lists") {
  // Fully connected by ring: the root's message goes round, so all but it receive one after the
  // other, and the last of the ring is the one before the root.
  const auto ends = [](int root) {
    Machine input = machine({dimension(Block::ring, 4)});
    input.groups() = {{1, {2, 3, 0, 1}}};
    OpNode node = of_group(collective_node(Kind::broadcast, 1000), 1);
    node.from = root;
    run_on_all(input, {node});
    return ends_of(input);
  };
  const auto by_default = ends(-1);
  CHECK(by_default == ends(2));
  CHECK(std::min_element(by_default.begin(), by_default.end()) - by_default.begin() == 2);
  const auto from_one = ends(1);
  CHECK(std::min_element(from_one.begin(), from_one.end()) - from_one.begin() == 1);
  CHECK(fault_of([&] { ends(4); }).find("comm_src: an NPU of the group") != std::string::npos);
}

TEST_CASE("Broadcasts in groups side by side begin at the members that are numbered alike") {
  Machine input = machine({dimension(Block::ring, 2), dimension(Block::ring, 2)});
  input.work.job.places = base::MixedRadix({2, 2});
  input.work.job.partitions = {{1, {0}}};
  OpNode node = of_group(collective_node(Kind::broadcast, 1000), 1);
  node.from = 1;
  std::vector<OpNode> more{node, computation(1, 1)};
  run_on_each(input, {{node}, {node}, {node}, more});  // unlike: none stands for another
  const auto ends = ends_of(input);
  CHECK(ends[1] < ends[0]);
  CHECK(ends[2] == ends[0]);
}

TEST_CASE("Days of computation end where picoseconds do") {
  Machine input = pair_of_npus();
  const std::int64_t forty_days = 40LL * 86'400 * 1'000'000;
  run_on_all(input, {computation(0, forty_days), computation(1, forty_days, {0})});
  const std::string fault = fault_of([&] { run(input); });
  CHECK(fault.find("within 46 days") != std::string::npos);
  CHECK(fault.rfind(input.work.job.graph(0).source() + ": ", 0) == 0);  // the graph's own place
}

TEST_CASE("Active chunks share the link") {
  const auto time = [](int active) {
    Machine input = pair_of_npus();
    input.work.chunks = 4;
    input.rules.active_chunks = active;
    run_on_all(input, {collective_node(Kind::all_gather, 4000)});
    return ends_of(input).front();
  };
  CHECK(time(1) == 4 * 1'520'000);
  CHECK(time(4) == kEndpoint + 4 * 1'000'000 + 500'000 + kEndpoint);
}

TEST_CASE("A send is done when its message is there, a receive when it has been taken in") {
  Machine input = pair_of_npus();
  run_on_each(input, {{message(OpKind::send, 0, 1, 1000)}, {message(OpKind::receive, 0, 0, 1000)}});
  CHECK(ends_of(input) == std::vector<long>{1'510'000, 1'520'000});

  // One that comes before its receive waits there.
  Machine late = pair_of_npus();
  run_on_each(late, {{message(OpKind::send, 0, 1, 1000)},
                     {computation(0, 5), message(OpKind::receive, 1, 0, 1000, {0})}});
  CHECK(ends_of(late) == std::vector<long>{1'510'000, 5 * kMicrosecond + 2 * kEndpoint});
}

TEST_CASE("Both NPUs may send before they receive") {
  Machine input = pair_of_npus();
  run_on_each(input,
              {{message(OpKind::send, 0, 1, 1000), message(OpKind::receive, 1, 1, 1000, {0})},
               {message(OpKind::send, 0, 0, 1000), message(OpKind::receive, 1, 0, 1000, {0})}});
  CHECK(ends_of(input) == std::vector<long>(2, 1'510'000 + 2 * kEndpoint));
}

TEST_CASE("NPUs that share a remote memory have it in turn") {
  const auto ends = [](engine::job::RemoteMemory::Kind kind) {
    Machine input = pair_of_npus();
    input.work.memory = {kind, base::Picoseconds{100'000}, base::BytesPerSecond{1e10}, 2};
    run_on_all(input, {remote_load(0, 20'000)});
    return ends_of(input);
  };
  using Memory = engine::job::RemoteMemory::Kind;
  CHECK(ends(Memory::per_npu) == std::vector<long>{2'100'000, 2'100'000});
  CHECK(ends(Memory::pool) == std::vector<long>{2'100'000, 4'200'000});
  CHECK(ends(Memory::per_node) == std::vector<long>{2'100'000, 4'200'000});
}

TEST_CASE("The roofline takes the slower of memory and arithmetic") {
  Machine input = pair_of_npus();
  input.work.roofline = {base::FlopsPerSecond{1e14}, base::BytesPerSecond{1.6e12}};
  // 10 us of memory, then 20 us of arithmetic.
  run_on_all(input, {work_of(0, 1e6, 16'000'000), work_of(1, 2e9, 16'000'000, {0})});
  CHECK(ends_of(input).front() == 30 * kMicrosecond);
  input.work.scales.compute = 2;
  CHECK(run(input).npus[0].end.count() == 60 * kMicrosecond);
}

TEST_CASE("Scaled communication carries so many times the bytes") {
  Machine input = pair_of_npus();
  run_on_all(input, {collective_node(Kind::all_gather, 1000)});
  input.work.scales.communication = 2.5;
  CHECK(run(input).npus[0].end.count() == 2'500'000 + 500'000 + 2 * kEndpoint);
}

TEST_CASE("NPUs that compute first are NPUs that start late") {
  base::Rng rng(5, "late jobs");
  const Block blocks[] = {Block::ring, Block::fully_connected, Block::switched};
  for (int round = 0; round < 60; ++round) {
    const int first = 2 + static_cast<int>(rng.below(4));
    const int second = 2 + static_cast<int>(rng.below(3));
    const auto with = [&](int size, double gib_per_s, std::int64_t ns) {
      return topology::Dimension{blocks[rng.below(3)], size,
                                 base::BytesPerSecond{gib_per_s * (1 << 30)},
                                 base::Picoseconds{ns * 1000}};
    };
    Machine input = machine({with(first, 40, 300), with(second, 25, 700)},
                            rng.chance(0.5) ? Method::ring : Method::direct);
    input.work.chunks = 4;
    if (rng.chance(0.5)) input.work.spread = collective::Spread::blueconnect;
    input.rules.active_chunks = 1 + static_cast<int>(rng.below(3));
    const auto kind = static_cast<Kind>(rng.below(4));
    const std::int64_t bytes = 1000 + static_cast<std::int64_t>(rng.below(1 << 22));
    std::vector<std::vector<OpNode>> traces;
    engine::Disturbance late;
    for (int npu = 0; npu < first * second; ++npu) {
      const auto micros = static_cast<std::int64_t>(rng.below(40));
      traces.push_back({computation(0, micros), collective_node(kind, bytes, 1, {0})});
      late.npus.push_back({npu, base::Picoseconds{micros * kMicrosecond}, 1.0});
    }
    run_on_each(input, std::move(traces));

    collective::CollectiveRequest request;
    request.kind = kind;
    request.shape = rounds::Shape({first, second});
    request.algorithms = input.work.algorithms.front().by_dimension;
    request.spread = input.work.spread;
    request.bytes = base::Bytes{bytes};
    request.chunks = input.work.chunks;
    const rounds::RoundGraph graph = collective::generate(request);
    const auto expected =
        engine::EventEngine().run({graph, input.fabric, input.rules, late, engine::Mode::faithful});
    CAPTURE(round);
    std::vector<long> ends;
    for (const base::Picoseconds end : expected.npu_ends) ends.push_back(end.count());
    CHECK(ends_of(input) == ends);
  }
}

TEST_CASE("Collectives in opposite orders are a cycle, and the cycle is named") {
  Machine input = pair_of_npus();
  input.groups() = {{1, {0, 1}}, {2, {0, 1}}};
  const OpNode a = of_group(collective_node(Kind::all_reduce, 1000, 0), 1);
  const OpNode b = of_group(collective_node(Kind::all_reduce, 1000, 1, {0}), 2);
  const OpNode b_first = of_group(collective_node(Kind::all_reduce, 1000, 0), 2);
  const OpNode a_last = of_group(collective_node(Kind::all_reduce, 1000, 1, {0}), 1);
  run_on_each(input, {{a, b}, {b_first, a_last}});
  CHECK(fault_of([&] { run(input); }) ==
        "workload: expected collectives and messages that all NPUs can go through, found some that "
        "wait for each other (node 0 of NPU 0, which waits for node 1 of NPU 1, which waits for "
        "node 0 of NPU 1, which waits for node 1 of NPU 0, which waits for the first)");
}

TEST_CASE("Collectives in opposite orders of which neither waits for the other end") {
  Machine input = pair_of_npus();
  input.groups() = {{1, {0, 1}}, {2, {0, 1}}};
  const auto in_group = [](std::uint64_t id, int group) {
    return of_group(collective_node(Kind::all_reduce, 1000, id), group);
  };
  run_on_each(input, {{in_group(0, 1), in_group(1, 2)}, {in_group(0, 2), in_group(1, 1)}});
  // Two all-reduces in turn: e, then twice a message of 500 B and e, and a reduction of 938 ps.
  const long one = 3 * kEndpoint + 2 * (500'000 + 500'000) + 938;
  CHECK(ends_of(input) == std::vector<long>(2, 2 * one));
}

TEST_CASE("Who is alone in a collective or a message is named") {
  Machine uneven = pair_of_npus();
  run_on_each(uneven, {{collective_node(Kind::all_reduce, 8)}, {}});
  CHECK(
      fault_of([&] { run(uneven); }) ==
      "npu0, node 0: expected a counterpart of it at every member of its group, found none at NPU "
      "1 (npu1)");
  Machine unlike = pair_of_npus();
  run_on_each(unlike,
              {{collective_node(Kind::all_reduce, 8)}, {collective_node(Kind::all_reduce, 16)}});
  CHECK(fault_of([&] { run(unlike); }).find("the same kind, bytes, dimensions and root") !=
        std::string::npos);
  Machine lone = pair_of_npus();
  run_on_each(lone, {{message(OpKind::send, 0, 1, 8)}, {}});
  CHECK(fault_of([&] { run(lone); }).find("none left at NPU 1") != std::string::npos);
}
