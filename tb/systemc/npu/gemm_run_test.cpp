// SPDX-License-Identifier: Apache-2.0
// Products on NPUs whose memory is ideal, so that times follow by hand.
#include "systemc/npu/gemm_run.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::BytesPerSecond;
using base::Picoseconds;
using cost::Dataflow;
using cost::MatrixShape;

const config::Place kPlace{"test", ""};

NpuConfig one_core() {
  NpuConfig npu;
  npu.memory.fidelity = memory::Fidelity::ideal;
  npu.memory.organisation.channels = 32;
  return npu;
}

// MeshSlice's NPU with a memory of 1,200 GB/s, every processing element at work.
NpuConfig tpu() {
  NpuConfig npu = one_core();
  npu.memory.organisation.channels = 64;
  npu.memory.organisation.pin_rate = base::BitsPerSecond{4'687'500'000};  // x 32 x 64 / 8
  npu.cores = 2;
  npu.core.arrays = 4;
  npu.core.folds = FoldOrder::dense;
  npu.core.clock = Picoseconds{964};
  npu.nic.rate = base::BitsPerSecond{720'000'000'000};
  return npu;
}

GemmRun run(const NpuConfig& npu, MatrixShape shape, MatrixShape tile, bool overlap = true,
            int links = 0) {
  return run_gemm(npu, {shape, tile, overlap}, links, kPlace);
}

TEST_CASE("without overlap cycles are the closed form, and the rest of the time is stall",
          "[npu]") {
  struct Known {
    int side;
    Dataflow flow;
    MatrixShape shape;
    std::int64_t clocks;
  };
  for (const Known& known : std::vector<Known>{{4, Dataflow::os, {4, 4, 4}, 10},
                                               {4, Dataflow::ws, {4, 4, 4}, 14},
                                               {16, Dataflow::os, {16, 16, 16}, 46},
                                               {16, Dataflow::ws, {16, 16, 16}, 62},
                                               {128, Dataflow::os, {256, 256, 256}, 2040},
                                               {128, Dataflow::ws, {256, 256, 256}, 2552},
                                               {128, Dataflow::os, {512, 128, 256}, 2040},
                                               {128, Dataflow::ws, {512, 128, 256}, 1788},
                                               {128, Dataflow::is, {512, 128, 256}, 4080}}) {
    NpuConfig npu = one_core();
    npu.core.array = {known.side, known.side};
    npu.core.dataflow = known.flow;
    const GemmRun r =
        run(npu, known.shape, chosen_tile(npu.core, known.shape, false, kPlace), false);
    CHECK(r.clocks == known.clocks);
    CHECK(r.time == Picoseconds{1000 * r.clocks} + r.stall);
    // At least what its bytes take on the buses, and the memory's latency of each of three moves.
    const MatrixShape& s = known.shape;
    const double bytes = 2.0 * static_cast<double>(s.m * s.k + s.k * s.n + s.m * s.n);
    const double moved = bytes / npu.memory.organisation.peak().count() * 1e12;
    CHECK(static_cast<double>(r.stall.count()) > moved);
    CHECK(static_cast<double>(r.stall.count()) < moved + 3 * 32'000 + 3 * 1'000);
    CHECK(r.memory.read.count() + r.memory.written.count() == static_cast<std::int64_t>(bytes));
  }
}

TEST_CASE("with overlap a product waits for its first pair, and for its last C", "[npu]") {
  const NpuConfig npu = one_core();
  // 8 pairs of 128-long tiles of one sum that stays in the array: 8 x 128 + 254 clocks.
  const GemmRun r = run(npu, {128, 128, 1024}, {128, 128, 128});
  CHECK(r.clocks == 1024 + 254);
  CHECK(r.loop == Picoseconds{1'278'000});
  // Pair of 64 KiB: 55.7 ns and 32 ns of latency; C of 32 KiB: 27.8 ns and 32 ns.
  CHECK(r.stall.count() > 55'000 + 27'000);
  CHECK(r.stall.count() < 56'000 + 28'000 + 2 * 33'000);
  // A tile takes the memory 55.7 ns and the array 128: nothing waits in between. With 16 lines for
  // a memory it takes the memory 111 ns; with 8, 223 ns: the loop is bound by it.
  NpuConfig slow = npu;
  slow.memory.organisation.channels = 8;
  const GemmRun bound = run(slow, {128, 128, 1024}, {128, 128, 128});
  CHECK(bound.clocks == r.clocks);
  CHECK(bound.loop / r.loop == Approx(7 * 222.6 / 1278 + (128 + 254) / 1278.0).epsilon(0.03));
}

TEST_CASE("cores share tiles of C, and the memory", "[npu]") {
  NpuConfig npu = one_core();
  const MatrixShape tile{128, 128, 128};
  const GemmRun alone = run(npu, {512, 512, 1024}, tile);
  npu.cores = 4;
  const GemmRun shared = run(npu, {512, 512, 1024}, tile);
  CHECK(alone.clocks == 4 * shared.clocks);
  CHECK(shared.memory.read == alone.memory.read);
  CHECK(shared.memory.written == alone.memory.written);
  CHECK(shared.time < alone.time);
}

TEST_CASE("links slow a product down where 2 F / T and theirs pass the memory's peak", "[npu]") {
  const NpuConfig npu = tpu();
  CHECK(npu.peak().count() == Approx(272e12).epsilon(0.001));
  CHECK(npu.memory.organisation.peak().count() == Approx(1.2e12));
  const auto slow_down = [&npu](std::int64_t t, int links) {
    const MatrixShape shape{t, 2 * t, 8192}, tile{t, t, t};
    return run(npu, shape, tile, true, links).loop / run(npu, shape, tile).loop;
  };
  // 2 x 271.9e12 / (1,200e9 - 360e9) = 647.5; with two links 533.2. A load begins when its buffer
  // is free, so its latency of 32 ns is a little more to hide.
  CHECK(slow_down(656, 4) == Approx(1).margin(1e-9));
  CHECK(slow_down(640, 4) > 1.005);
  CHECK(slow_down(640, 4) < 1.0117);
  CHECK(slow_down(576, 4) == Approx(1.124).epsilon(0.02));
  CHECK(slow_down(548, 2) == Approx(1).margin(1e-9));
  CHECK(slow_down(520, 2) > 1.01);
  CHECK(slow_down(520, 4) > slow_down(520, 2));
}

TEST_CASE("links read at their rate while a product runs, and stop with it", "[npu]") {
  const NpuConfig npu = tpu();
  const GemmRun r = run(npu, {1024, 2048, 8192}, {1024, 1024, 1024}, true, 3);
  const double seconds = base::to_seconds(r.time).count();
  CHECK(static_cast<double>(r.linked.count()) / seconds == Approx(270e9).epsilon(0.01));
  CHECK(r.memory.read.count() >= r.linked.count());
}

TEST_CASE("a memory that is too small for the matrices is refused", "[npu]") {
  NpuConfig npu = one_core();
  npu.memory.organisation.channels = 1;
  CHECK_THROWS_WITH(run(npu, {20'000, 20'000, 20'000}, {512, 512, 512}),
                    Catch::Contains("gemm") && Catch::Contains("fit into the memory"));
}

}  // namespace
}  // namespace jacquard::systemc
