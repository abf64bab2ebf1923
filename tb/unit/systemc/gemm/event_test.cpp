// SPDX-License-Identifier: Apache-2.0
// Programs on the event engine against the closed forms of MeshSlice s3.2.2, written down here once
// more: launch + hops (sync + bytes / bandwidth), prologue + (S - 1) steady + epilogue.
#include <catch2/catch.hpp>
#include <cmath>

#include "systemc/gemm/run.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

TransferCost cost(double launch_us, double sync_us, double along_rows, double along_columns) {
  TransferCost c;
  c.launch = base::Picoseconds{std::llround(launch_us * 1e6)};
  c.sync = base::Picoseconds{std::llround(sync_us * 1e6)};
  c.bandwidth = {base::BytesPerSecond{along_rows * 1e9}, base::BytesPerSecond{along_columns * 1e9}};
  return c;
}

Chip chip(double effective, const TransferCost& gather, const TransferCost& scatter,
          const TransferCost& send) {
  Chip c;
  c.peak = base::FlopsPerSecond{272e12};
  c.effective = base::FlopsPerSecond{effective};
  c.transfers = {gather, scatter, send};
  return c;
}

// The fit of the paper's rule, the authors' pod, and one whose links cost nothing but bytes.
std::vector<Chip> chips() {
  return {chip(245e12, cost(68.4, 11.6, 83.6, 83.6), cost(68.4, 11.6, 91.5, 91.5),
               cost(68.4, 11.6, 61.1, 61.1)),
          chip(242 * 0x1p40, cost(13, 5, 79.751, 27.472), cost(26, 5, 63.167, 37.506),
               cost(13, 5, 45, 45)),
          chip(100e12, cost(0, 0, 45, 45), cost(0, 0, 45, 45), cost(0, 0, 45, 45))};
}

struct Steps {
  double time = 0;  // ps
  double hops = 0;  // each of which may round by a picosecond
};

Steps operator+(Steps a, Steps b) { return {a.time + b.time, a.hops + b.hops}; }

double along(const TransferCost& c, Direction d) {
  return base::at(c.bandwidth, static_cast<int>(d)).count();
}

// One operation of P chips that passes `bytes` on in each of its hops.
Steps transfer(const TransferCost& c, Direction d, double hops, double bytes) {
  if (hops <= 0) return {};
  const double hop = static_cast<double>(c.sync.count()) + bytes / along(c, d) * 1e12;
  return {static_cast<double>(c.launch.count()) + hops * hop, hops};
}

double product(const Request& r, const Chip& c) {
  const double flops = 2.0 * static_cast<double>(r.shape.m) * static_cast<double>(r.shape.n) *
                       static_cast<double>(r.shape.k);
  return flops / r.mesh.chips() / c.effective.count() * 1e12;
}

double shard_bytes(const Request& r, Matrix m) {
  const Stored all = stored(r, m);
  return static_cast<double>(all.rows) * static_cast<double>(all.columns) * r.element_bytes /
         r.mesh.chips();
}

// Of MeshSlice; S = 1 is Collective.
Steps closed_form(const Request& r, const Chip& c) {
  const double s = r.slices;
  const auto flow = [&](Direction d) {
    const Matrix moves = gemm::moves(r, d);
    const Transfer kind = moves == Matrix::c ? Transfer::reduce_scatter : Transfer::all_gather;
    return transfer(c.of(kind), d, r.mesh.size(d) - 1, shard_bytes(r, moves) / s);
  };
  const Steps a = flow(Direction::row);
  const Steps b = flow(Direction::column);
  const double g = product(r, c) / s;
  const double prologue = r.dataflow == Dataflow::os ? std::max(a.time, b.time) : a.time + b.time;
  const double steady = std::max({a.time, b.time, g});
  return {prologue + (s - 1) * steady + g, s * (a.hops + b.hops + 1)};
}

RunConfig run_of(Algorithm algorithm, Dataflow dataflow, const Mesh& mesh, MatrixShape shape,
                 int slices) {
  RunConfig run;
  run.request.algorithm = algorithm;
  run.request.dataflow = dataflow;
  run.request.mesh = mesh;
  run.request.shape = shape;
  run.request.slices = slices;
  return run;
}

void require_within(const Answer& answer, const Steps& expected) {
  CHECK(std::abs(static_cast<double>(answer.time.count()) - expected.time) <= expected.hops);
}

const MatrixShape kShape{24576, 12288, 6144};

}  // namespace

TEST_CASE("MeshSlice's events take the closed form's time to a picosecond a hop", "[gemm]") {
  for (const Chip& chip : chips()) {
    for (const Dataflow dataflow : {Dataflow::os, Dataflow::ls, Dataflow::rs}) {
      for (const Mesh& mesh : {Mesh{4, 4, 1}, Mesh{8, 2, 1}, Mesh{2, 6, 1}, Mesh{1, 8, 1},
                               Mesh{8, 1, 1}, Mesh{32, 8, 1}, Mesh{1, 1, 1}}) {
        for (const int slices : {1, 2, 3, 4, 8, 16}) {
          RunConfig run = run_of(Algorithm::meshslice, dataflow, mesh, kShape, slices);
          run.chip = chip;
          if (illegal(run.request)) continue;
          INFO(name_of(dataflow) << " on " << text_of(mesh) << " in " << slices);
          require_within(run_messages(run), closed_form(run.request, chip));
        }
      }
    }
  }
}

TEST_CASE("a transposed product takes what the product of the swapped matrices takes", "[gemm]") {
  RunConfig run = run_of(Algorithm::meshslice, Dataflow::ls, {8, 4, 1}, kShape, 4);
  run.chip = chips()[1];
  run.request.transposed = true;
  require_within(run_messages(run), closed_form(of_program(run.request), run.chip));
}

TEST_CASE("Collective is MeshSlice in one slice", "[gemm]") {
  for (const Dataflow dataflow : {Dataflow::os, Dataflow::ls, Dataflow::rs}) {
    RunConfig run = run_of(Algorithm::collective, dataflow, {8, 4, 1}, kShape, 1);
    run.chip = chips()[0];
    require_within(run_messages(run), closed_form(run.request, run.chip));
  }
}

TEST_CASE("Wang's sends hide beside the products that are longer than they are", "[gemm]") {
  for (const auto& [algorithm, mesh] :
       {std::pair{Algorithm::wang, Mesh{8, 4, 1}}, std::pair{Algorithm::wang, Mesh{4, 8, 1}},
        std::pair{Algorithm::tp, Mesh{1, 8, 1}}, std::pair{Algorithm::fsdp, Mesh{8, 1, 1}}}) {
    RunConfig run = run_of(algorithm, Dataflow::os, mesh, {65536, 65536, 65536}, 0);
    run.chip = chips()[0];
    const Direction cut = overlapped(run.request);
    const Direction whole = across(cut);
    const Matrix moves = gemm::moves(run.request, whole);
    const Steps prologue = transfer(run.chip.of(Transfer::all_gather), whole, mesh.size(whole) - 1,
                                    shard_bytes(run.request, moves));
    const Steps send = transfer(run.chip.of(Transfer::send_receive), cut, 1,
                                shard_bytes(run.request, gemm::moves(run.request, cut)));
    INFO(name_of(algorithm) << " on " << text_of(mesh));
    REQUIRE(send.time < product(run.request, run.chip) / mesh.size(cut));
    require_within(run_messages(run),
                   prologue + Steps{product(run.request, run.chip), 2.0 * mesh.size(cut)});
  }
}

TEST_CASE("Cannon skews half round the ring, then shifts beside the products", "[gemm]") {
  for (const int side : {2, 3, 4, 8}) {
    for (const std::int64_t k : {side * 64, side * 4096}) {
      RunConfig run = run_of(Algorithm::cannon, Dataflow::os, {side, side, 1},
                             {side * 1024, side * 1024, k}, 1);
      run.chip = chips()[0];
      const double bytes = shard_bytes(run.request, Matrix::a);  // B's are as many
      const TransferCost& c = run.chip.of(Transfer::send_receive);
      const Steps skew = transfer(c, Direction::row, side / 2, bytes);
      const Steps shift = transfer(c, Direction::row, 1, bytes);
      const double g = product(run.request, run.chip) / side;
      INFO(side << " x " << side << ", k " << k);
      require_within(run_messages(run),
                     skew + Steps{(side - 1) * std::max(shift.time, g) + g, 4.0 * side});
    }
  }
}

TEST_CASE("SUMMA's broadcasts follow each other closer than one after the other", "[gemm]") {
  RunConfig run = run_of(Algorithm::summa, Dataflow::os, {4, 4, 1}, {8192, 8192, 1024}, 0);
  run.chip = chips()[0];
  const double panel = shard_bytes(run.request, Matrix::a);
  const int packets = 4;  // as many as chips in the ring
  const TransferCost& c = run.chip.of(Transfer::all_gather);
  const double packet =
      static_cast<double>(c.sync.count()) + panel / packets / along(c, Direction::row) * 1e12;
  const double launch = static_cast<double>(c.launch.count());
  const double g = product(run.request, run.chip) / 4;
  const double alone = launch + (4 - 1 + packets - 1) * packet;
  const double time = static_cast<double>(run_messages(run).time.count());
  CHECK(time <= 4 * std::max(alone, g) + std::min(alone, g) + 100);
  CHECK(time >= 4 * (launch + packets * packet) + g);  // a chip that forwards all panels
}

TEST_CASE("one chip stands for a mesh of any size", "[gemm]") {
  RunConfig run = run_of(Algorithm::meshslice, Dataflow::os, {64, 64, 1}, {65536, 65536, 65536}, 4);
  run.chip = chips()[0];
  const Answer answer = run_messages(run);
  require_within(answer, closed_form(run.request, run.chip));
  CHECK(answer.intervals.size() == program_of(run.request).ops.size());
  CHECK(answer.compute + answer.exposed == answer.time);
}

TEST_CASE("two-way, shorter-way, open and folded sides take their passages", "[gemm]") {
  RunConfig run = run_of(Algorithm::meshslice, Dataflow::os, {2, 32, 1}, {4096, 4096, 65536}, 2);
  run.chip = chips()[0];
  const auto expected = [&](const Passage& passage) {
    const TransferCost& c = run.chip.of(Transfer::all_gather);
    const double a =
        static_cast<double>(c.launch.count()) +
        passage.syncs * static_cast<double>(c.sync.count()) +
        passage.shards * shard_bytes(run.request, Matrix::a) / 2 / along(c, Direction::row) * 1e12;
    const double g = product(run.request, run.chip) / 2;
    return Steps{a + std::max(a, g) + g, 200};
  };
  const auto passage = [&] { return passage_of(run.network, run.request.mesh, Direction::row); };
  const auto require_passage = [&](double syncs, double shards) {
    CHECK(passage().syncs == syncs);
    CHECK(passage().shards == shards);
    require_within(run_messages(run), expected(passage()));
  };
  require_passage(31, 31);
  run.network.rings = Rings::two_way;
  require_passage(31, 15.5);
  run.network.rings = Rings::shorter_way;
  require_passage(16, 15.5);
  run.network = {};
  open_named(run.network, "row", "--open");
  require_passage(31, 31);
  run.network = {};
  fold_named(run.network, "row=4x8", "--fold");
  require_passage(10, 31);
  run.network.rings = Rings::shorter_way;
  require_passage(6, 3.5 + 8 * 1.5);
}

TEST_CASE("a slow link holds up every hop of its ring", "[gemm]") {
  RunConfig run = run_of(Algorithm::collective, Dataflow::os, {2, 8, 1}, {4096, 4096, 65536}, 1);
  run.chip = chips()[2];  // nothing but bytes
  const TransferCost& c = run.chip.of(Transfer::all_gather);
  const Steps whole = transfer(c, Direction::row, 7, shard_bytes(run.request, Matrix::a)) +
                      Steps{product(run.request, run.chip), 8};
  require_within(run_messages(run), whole);
  engine::Disturbance::Link slow;
  slow.from.npu = 3;
  slow.to.npu = 4;
  slow.slowdown = 3;
  run.disturbance.links = {slow};
  // Seven pieces pass it one after the other, three times as long each.
  require_within(run_messages(run),
                 transfer(c, Direction::row, 7, 3 * shard_bytes(run.request, Matrix::a)) +
                     Steps{product(run.request, run.chip), 8 * 3});
}

TEST_CASE("messages over a link that is gone go the other way round", "[gemm]") {
  RunConfig run = run_of(Algorithm::collective, Dataflow::os, {2, 8, 1}, {4096, 4096, 65536}, 1);
  run.chip = chips()[2];
  const Answer whole = run_messages(run);
  engine::Disturbance::Link gone;
  gone.from.npu = 3;
  gone.to.npu = 4;
  gone.gone = true;
  run.disturbance.links = {gone};
  // The links of the way back are idle, and heads go straight on: nothing is lost.
  CHECK(run_messages(run).time == whole.time);
  // Where both ways are in use, what comes back meets what goes there.
  run.network.rings = Rings::two_way;
  const Answer both_ways = run_messages(run);
  run.disturbance.links.clear();
  CHECK(both_ways.time > run_messages(run).time);
  engine::Disturbance::Link back = gone;
  std::swap(back.from, back.to);
  run.disturbance.links = {gone, back};
  const Answer cut = run_messages(run);
  run.network = {};
  run.disturbance.links.clear();
  open_named(run.network, "row", "--open");
  const Answer open = run_messages(run);
  CHECK(std::abs((cut.time - open.time).count()) <= 8 * 2);  // each link of it carries as much
  CHECK(open.time >= both_ways.time);
  run.network = {};
  std::swap(back.from.npu, back.to.npu);
  back.from.npu = 6;
  back.to.npu = 7;
  engine::Disturbance::Link more = back;
  std::swap(more.from, more.to);
  run.disturbance.links = {gone, back, more};
  CHECK_THROWS_AS(run_messages(run), base::ConfigError);  // 3 to 4 has no way
}
