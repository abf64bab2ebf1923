// SPDX-License-Identifier: Apache-2.0
// Programs on SystemC NPUs against the closed form of MeshSlice s3.2.2, and one NPU that stands for
// all against all of them.
#include "systemc/gemm/cycle.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/gemm/cost/gemm_cost.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

TransferCost cost(std::int64_t launch_us, std::int64_t sync_us, double gigabytes) {
  TransferCost c;
  c.launch = base::Picoseconds{launch_us * 1'000'000};
  c.sync = base::Picoseconds{sync_us * 1'000'000};
  c.bandwidth = {base::BytesPerSecond{gigabytes * 1e9}, base::BytesPerSecond{gigabytes * 1e9}};
  return c;
}

// MeshSlice's NPU at all of its 271.9 TFLOP/s, links of 45 GB/s each way.
Chip chip(std::int64_t launch_us, std::int64_t sync_us) {
  Chip c;
  c.name = "test";
  c.npu = "tpu_v4";
  c.peak = base::FlopsPerSecond{272e12};
  c.effective = base::FlopsPerSecond{271.9e12};
  c.transfers = {cost(launch_us, sync_us, 90), cost(launch_us, sync_us, 90),
                 cost(launch_us, sync_us, 45)};
  return c;
}

RunConfig run_of(Dataflow dataflow, const Mesh& mesh, const MatrixShape& shape, int slices,
                 const Chip& of_chip) {
  RunConfig config;
  config.request.dataflow = dataflow;
  config.request.mesh = mesh;
  config.request.shape = shape;
  config.request.slices = slices;
  config.chip = of_chip;
  config.cycle.fidelity = memory::Fidelity::ideal;
  return config;
}

systemc::NpuConfig ideal_npu(const Chip& of_chip) {
  systemc::NpuConfig npu = npu_of(of_chip);
  npu.memory.fidelity = memory::Fidelity::ideal;
  return npu;
}

double ps(base::Picoseconds time) { return static_cast<double>(time.count()); }

// launch + (P - 1)(sync + bytes / bandwidth), in ps.
double gather_time(int chips, double bytes, double launch_us, double sync_us) {
  return chips == 1 ? 0 : launch_us * 1e6 + (chips - 1) * (sync_us * 1e6 + bytes / 90e9 * 1e12);
}

}  // namespace

TEST_CASE("an NPU takes the closed form within 2 % where its memory is not the limit") {
  for (const Mesh& mesh : {Mesh{2, 2}, Mesh{4, 2}, Mesh{4, 4}}) {
    for (const Dataflow dataflow : {Dataflow::os, Dataflow::ls, Dataflow::rs}) {
      const MatrixShape shape{4096 * mesh.rows, 4096 * mesh.columns, 16384};
      const RunConfig config = run_of(dataflow, mesh, shape, 2, chip(20, 5));
      const double closed = cost_of(config.request, config.chip, Mode::paper).time.count();
      const Answer answer = run_cycle(config);
      INFO(text_of(mesh) << " " << name_of(dataflow));
      CHECK(ps(answer.time) / (closed * 1e12) == Approx(1).margin(0.02));
      CHECK(answer.time == answer.compute + answer.exposed);
    }
  }
}

TEST_CASE("the prologue of an NPU is the longer gather, to a hop's time in memory") {
  // 4 x 2: A goes along rows of 2, B along columns of 4.
  const RunConfig config = run_of(Dataflow::os, {4, 2}, {8192, 8192, 8192}, 2, chip(20, 5));
  const CycleAnswer run = cycle_of(config, ideal_npu(config.chip), config.cycle);
  const double along_row = gather_time(2, 2.0 * 2048 * 2048, 20, 5);
  const double along_column = gather_time(4, 2.0 * 1024 * 4096, 20, 5);
  double row = 0, column = 0;
  for (std::size_t i = 0; i < run.program.ops.size(); ++i) {
    const Op& op = run.program.ops[i];
    if (op.kind != OpKind::gather || op.step != 0) continue;
    (op.direction == Direction::row ? row : column) = ps(run.answer.intervals[i].length());
  }
  CHECK(row == Approx(along_row).epsilon(0.005));
  CHECK(column == Approx(along_column).epsilon(0.005));
}

TEST_CASE("one NPU stands for all: the same time as all of them") {
  for (const Dataflow dataflow : {Dataflow::os, Dataflow::ls, Dataflow::rs}) {
    RunConfig config = run_of(dataflow, {4, 4}, {4096, 4096, 4096}, 2, chip(20, 5));
    const CycleAnswer one = cycle_of(config, ideal_npu(config.chip), config.cycle);
    config.cycle.each = true;
    const CycleAnswer all = cycle_of(config, ideal_npu(config.chip), config.cycle);
    CHECK(one.outcome.simulated == 1);
    CHECK(all.outcome.simulated == 16);
    CHECK(one.answer.time == all.answer.time);
    CHECK(16 * one.outcome.network.on_links.count() == all.outcome.network.on_links.count());
    CHECK(16 * one.outcome.network.memory.read.count() == all.outcome.network.memory.read.count());
    CHECK(16 * one.outcome.network.memory.written.count() ==
          all.outcome.network.memory.written.count());
  }
}

TEST_CASE("an NPU's memory has the tiles of its products and what its links carry") {
  const RunConfig config = run_of(Dataflow::os, {4, 4}, {8192, 8192, 8192}, 2, chip(0, 0));
  const CycleAnswer run = cycle_of(config, ideal_npu(config.chip), config.cycle);
  const memory::Figures& memory = run.outcome.network.memory;
  // A chip's C is 2048^2, each slice 4096 deep: two columns of tiles of 1,024 read A twice, two
  // rows B twice. The first slice writes C, the second one reads and writes it, if both add to it
  // the first reads it too.
  const std::int64_t side = 2048, depth = 4096;
  const std::int64_t pairs = 2 * 2 * (2 * side * depth) * 2;
  const std::int64_t c = 2 * side * side;
  // Each chip gathers 3 pieces of A and of B, in 2 slices; it sends as many.
  const std::int64_t sent = 2 * 2 * 3 * (2 * side * depth / 4);
  CHECK(memory.written.count() == 2 * c + sent);
  const std::int64_t read = memory.read.count() - pairs - sent;
  CHECK((read == c || read == 2 * c));
  CHECK(run.outcome.network.on_links.count() == sent);
}

TEST_CASE("products are slowed down by links where tiles and links are more than the memory") {
  // 2 F / T + 2 F / 16,384 + 4 x 90 GB/s > 1,200 GB/s: T < 674.
  const auto slow_down = [](std::int64_t tile) {
    RunConfig config = run_of(Dataflow::os, {4, 4}, {12 * tile, 8 * tile, 32768}, 2, chip(0, 0));
    config.cycle.tile = tile;
    systemc::NpuConfig npu = ideal_npu(config.chip);
    npu.core.folds = systemc::FoldOrder::dense;
    const CycleAnswer run = cycle_of(config, npu, config.cycle);
    std::vector<double> products;
    for (std::size_t i = 0; i < run.program.ops.size(); ++i) {
      if (run.program.ops[i].kind != OpKind::multiply) continue;
      products.push_back(ps(run.answer.intervals[i].length()));
    }
    REQUIRE(products.size() == 2);
    return products[0] / products[1];  // beside the second one nothing is gathered
  };
  CHECK(slow_down(768) < 1.015);
  CHECK(slow_down(512) > 1.1);
  CHECK(slow_down(512) < 1.3);  // by rates 1.299, were both links busy all the time
}

TEST_CASE("a mesh of 256 chips runs by symmetry, an open side is refused") {
  RunConfig config = run_of(Dataflow::os, {32, 8}, {32768, 8192, 8192}, 2, chip(20, 5));
  const double closed = cost_of(config.request, config.chip, Mode::paper).time.count();
  CHECK(ps(run_cycle(config).time) / (closed * 1e12) == Approx(1).margin(0.05));
  config.network.open[0] = true;
  CHECK_THROWS_WITH(run_cycle(config), Catch::Contains("closed ring"));
  config.network = {};
  config.chip.npu.clear();
  CHECK_THROWS_WITH(run_cycle(config), Catch::Contains("names its NPU"));
}
