// SPDX-License-Identifier: Apache-2.0
// Against the event engine, which runs the rounds themselves.
#include "jacquard/engine/step/comm_time.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/topology/shape_text.hpp"
#include "support/fault_of.hpp"
#include "unit/engine/job/jobs.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using collective::Method;
using engine::step::CommMachine;
using engine::step::CommTime;
using engine::step::CommTimes;
using topology::Block;
using workload::Axis;
using workload::CommWork;
using workload::mask_of;
using workload::RankGrid;
using Kind = CollectiveKind;

namespace {

CommMachine machine_of(const Machine& m) {
  CommMachine out;
  out.fabric = &m.fabric;
  out.rules = m.rules;
  out.algorithms = m.work.algorithms;
  out.spread = m.work.spread;
  out.chunks = m.work.chunks;
  return out;
}

// tp nearest, then cp, ep, dp, pp.
RankGrid grid_of(int tp, int dp, int pp) {
  RankGrid grid;
  grid.degree = {tp, 1, 1, dp, pp};
  return grid;
}

// One collective of all groups at once, by the event engine.
std::int64_t by_events(Machine m, const RankGrid& grid, const CommWork& comm) {
  std::vector<int> radices;
  std::vector<int> digits;
  for (const Axis axis : grid.order) {
    if ((comm.axes & mask_of(axis)) != 0) digits.push_back(static_cast<int>(radices.size()));
    radices.push_back(base::at(grid.degree, axis));
  }
  m.work.job.places = base::MixedRadix(radices);
  m.work.job.partitions = {{1, digits}};
  run_on_all(m, {of_group(collective_node(comm.kind, comm.bytes.count()), 1)});
  return run(m).npus.front().end.count();
}

Machine cosmic(int chunks) {
  Machine m =
      machine({dimension(Block::ring, 4, 375'000), dimension(Block::fully_connected, 8, 25'000),
               dimension(Block::ring, 4, 75'000), dimension(Block::switched, 8, 100'000)});
  for (engine::job::Algorithms& a : m.work.algorithms) {
    a.by_dimension = {{Method::ring, 0}, {Method::direct, 0}, {Method::ring, 0}, {Method::ring, 0}};
  }
  m.work.chunks = chunks;
  return m;
}

}  // namespace

TEST_CASE("A collective on whole dimensions takes what the event engine says, to the picosecond") {
  const RankGrid grid = grid_of(4, 32, 8);
  for (const auto spread : {collective::Spread::baseline, collective::Spread::blueconnect}) {
    for (const Kind kind : {Kind::all_reduce, Kind::all_gather, Kind::reduce_scatter}) {
      for (const auto axes : {mask_of(Axis::tp), mask_of(Axis::dp), mask_of(Axis::pp)}) {
        Machine m = cosmic(1);
        m.work.spread = spread;
        const CommWork comm{kind, base::Bytes{1 << 20}, axes, 0};
        const CommTime time = CommTimes(machine_of(m), grid, {comm.axes}).of_collective(comm);
        CHECK(time.time.count() == by_events(m, grid, comm));
        CHECK(time.dimensions == (axes == mask_of(Axis::tp)   ? 1U
                                  : axes == mask_of(Axis::dp) ? 6U
                                                              : 8U));
      }
    }
  }
}

TEST_CASE("Chunks that go through dimensions in a pipeline take what the event engine says") {
  const RankGrid grid = grid_of(4, 32, 8);
  const Machine m = cosmic(4);
  for (const Kind kind : {Kind::all_reduce, Kind::all_gather, Kind::reduce_scatter}) {
    const CommWork comm{kind, base::Bytes{1 << 22}, mask_of(Axis::dp), 0};
    CHECK(CommTimes(machine_of(m), grid, {comm.axes}).of_collective(comm).time.count() ==
          by_events(m, grid, comm));
  }
}

TEST_CASE("Groups on parts of a dimension, and messages that meet, are near the event engine") {
  // Parts of a ring, of fully connected NPUs and of a switch; direct exchange where ways cross.
  struct Case {
    Block block;
    Method method;
    double bound;
  };
  for (const Case& c : {Case{Block::ring, Method::ring, 0.35},
                        {Block::switched, Method::ring, 0.001},
                        {Block::fully_connected, Method::ring, 0.001},
                        {Block::fully_connected, Method::direct, 0.001},
                        {Block::switched, Method::direct, 0.05},
                        {Block::switched, Method::halving_doubling, 0.001}}) {
    for (const Kind kind : {Kind::all_reduce, Kind::all_gather, Kind::reduce_scatter}) {
      for (const auto& [tp, dp] : {std::pair{16, 1}, {2, 8}, {4, 4}, {8, 2}}) {
        for (const auto axes : {mask_of(Axis::tp), mask_of(Axis::dp)}) {
          const RankGrid grid = grid_of(tp, dp, 1);
          if (grid.members(axes) == 1) continue;
          for (const std::int64_t bytes : {std::int64_t{1} << 14, std::int64_t{1} << 24}) {
            const Machine m = machine({dimension(c.block, 16, 50'000)}, c.method);
            const CommWork comm{kind, base::Bytes{bytes}, axes, 0};
            const auto ours = static_cast<double>(
                CommTimes(machine_of(m), grid, {comm.axes}).of_collective(comm).time.count());
            const auto event = static_cast<double>(by_events(m, grid, comm));
            INFO(topology::block_name(c.block)
                 << " tp " << tp << " axes " << int{axes} << " kind " << static_cast<int>(kind)
                 << " bytes " << bytes << " ours " << ours << " event " << event);
            CHECK(std::abs(ours / event - 1) <= c.bound);
          }
        }
      }
    }
  }
}

TEST_CASE("Axes of one dimension that are also apart go one after the other") {
  // dp x tp on a switch of 16 while tp is a group of its own too: reduce-scatter, then all-reduce
  // of what is left, then all-gather.
  const RankGrid grid = grid_of(4, 4, 1);
  const auto both = static_cast<workload::AxisMask>(mask_of(Axis::tp) | mask_of(Axis::dp));
  Machine m = machine({dimension(Block::switched, 16, 50'000)});
  m.work.job.places = base::MixedRadix({4, 4});
  m.work.job.partitions = {{1, {0}}, {2, {0, 1}}};
  run_on_all(m, {of_group(collective_node(Kind::all_reduce, 1 << 20), 2)});
  const CommWork comm{Kind::all_reduce, base::Bytes{1 << 20}, both, 0};
  const CommTimes times(machine_of(m), grid, {mask_of(Axis::tp), both});
  CHECK(times.of_collective(comm).time.count() == run(m).npus.front().end.count());
  const CommTimes merged(machine_of(m), grid, {both});
  CHECK(merged.of_collective(comm).time.count() == by_events(m, grid, comm));
  CHECK(merged.of_collective(comm).time > times.of_collective(comm).time);
}

TEST_CASE("A message between stages takes its way's latencies and one serialisation") {
  const Machine m = cosmic(1);
  const RankGrid grid = grid_of(4, 32, 8);
  const CommTime time = CommTimes(machine_of(m), grid, {mask_of(Axis::pp)})
                            .of_message({Kind::send, base::Bytes{100'000}, mask_of(Axis::pp), 0});
  // e + two links to and from the switch + 100 kB at 100 GB/s; e to be received.
  CHECK(time.time.count() == 10'000 + 2 * 500'000 + 1'000'000);
  CHECK(time.receipt.count() == 10'000);
  CHECK(time.dimensions == 0);
}

TEST_CASE("A collective whose messages meet for more than 46 days is refused, not wrapped") {
  // 2^50 bytes at 1 GB/s are 13 days on links of their own. On a ring of 1,024 the busiest link
  // takes 512 x 513 / 2 messages of 2^40 bytes: 4.6 years.
  const Machine m = machine({dimension(Block::ring, 1024)}, Method::direct);
  const CommTimes times(machine_of(m), grid_of(1024, 1, 1), {mask_of(Axis::tp)});
  const CommWork comm{Kind::all_to_all, base::Bytes{std::int64_t{1} << 50}, mask_of(Axis::tp), 0};
  CHECK_THAT(fault_of([&] { times.of_collective(comm); }), Catch::Contains("less than 46 days"));
}

TEST_CASE("A message over links of months is refused, not wrapped") {
  // To the switch and from it: 109 days are beyond 2^63 picoseconds.
  topology::Dimension link = dimension(Block::switched, 8);
  link.latency = base::Picoseconds{4'700'000'000'000'000'000};
  const Machine m = machine({link});
  const CommTimes times(machine_of(m), grid_of(1, 1, 8), {mask_of(Axis::pp)});
  const CommWork comm{Kind::send, base::Bytes{1}, mask_of(Axis::pp), 0};
  CHECK_THAT(fault_of([&] { times.of_message(comm); }), Catch::Contains("less than 46 days"));
}

TEST_CASE("A grid of another size than the fabric is refused") {
  const Machine m = cosmic(1);
  CHECK_THAT(fault_of([&] { CommTimes(machine_of(m), grid_of(4, 4, 8), {}); }),
             Catch::Contains("degrees whose product is 1024, found 128"));
}
