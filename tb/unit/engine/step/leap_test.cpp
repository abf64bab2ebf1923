// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/engine/step/list_schedule.hpp"

using namespace jacquard;
using base::Picoseconds;
using engine::step::CommTime;
using engine::step::ListSchedule;
using engine::step::Outline;
using workload::ClassProgram;
using workload::OpKind;
using workload::StepOp;
using workload::StepProgram;

namespace {

// Layers as FSDP and tensor parallelism have them: weights are gathered while the layer before the
// last computes, sums follow a product, gradients are scattered meanwhile; then a last operation.
struct Random {
  StepProgram program;
  std::vector<Picoseconds> works;
  std::vector<CommTime> comms;
  Outline outline;

  explicit Random(std::uint64_t seed) : rng(seed, "leap") {
    program.classes.resize(1);
    for (int i = 0; i < 3; ++i) works.emplace_back(1 + rng.below(50));
    for (int i = 0; i < 3; ++i) comms.push_back(any_comm());
    const int passes = 1 + static_cast<int>(rng.below(3));
    for (int pass = 0; pass < passes; ++pass) {
      add_pass(8 + static_cast<int>(rng.below(40)));
      const auto any = static_cast<std::int64_t>(rng.below(ops().ops.size()));
      if (rng.below(2) == 0) add(OpKind::collective, workload::kExpertStream, 1, {any});
    }
    add(OpKind::compute, 0, 0, {last(workload::kReduceStream)});
    engine::step::set_streams(program.classes[0], outline);
  }

 private:
  CommTime any_comm() {
    const auto time = [&] { return Picoseconds{static_cast<std::int64_t>(1 + rng.below(60))}; };
    CommTime comm{time(), {}, static_cast<std::uint32_t>(1 + rng.below(3))};
    if (rng.below(2) == 0) return comm;
    comm.chunks = 1 + static_cast<int>(rng.below(3));
    comm.phases = {{1, time()}, {2, time()}};
    return comm;
  }
  std::int64_t last(int stream) const {
    for (std::size_t i = ops().ops.size(); i > 0; --i) {
      if (ops().ops[i - 1].stream == stream) return static_cast<std::int64_t>(i) - 1;
    }
    return -1;
  }
  const ClassProgram& ops() const { return program.classes[0]; }
  std::int64_t add(OpKind kind, int stream, int work, const std::vector<std::int64_t>& after) {
    StepOp op;
    op.kind = kind;
    op.stream = static_cast<std::uint8_t>(stream);
    op.work = work;
    std::vector<std::uint32_t> known;
    for (const std::int64_t one : after) {
      if (one >= 0) known.push_back(static_cast<std::uint32_t>(one));
    }
    program.classes[0].add(op, known);
    return static_cast<std::int64_t>(ops().ops.size()) - 1;
  }
  void add_pass(int layers) {
    const bool gathers = rng.below(2) == 0, sums = rng.below(2) == 0, reduces = rng.below(2) == 0;
    std::vector<std::uint32_t> marks;
    std::vector<std::int64_t> ends;
    for (int layer = 0; layer < layers; ++layer) {
      marks.push_back(static_cast<std::uint32_t>(ops().ops.size()));
      const std::int64_t free = layer > 1 ? ends[ends.size() - 2] : -1;
      const std::int64_t gathered =
          gathers ? add(OpKind::collective, workload::kGatherStream, 0, {free}) : -1;
      std::int64_t end = add(OpKind::compute, 0, 1, {gathered, last(workload::kTensorStream)});
      if (sums) add(OpKind::collective, workload::kTensorStream, 1, {end});
      end = add(OpKind::compute, 0, 2, {});
      if (reduces) add(OpKind::collective, workload::kReduceStream, 2, {end});
      ends.push_back(end);
    }
    marks.push_back(static_cast<std::uint32_t>(ops().ops.size()));
    engine::step::add_repeats(ops(), marks, outline.repeats);
  }

  base::Rng rng;
};

}  // namespace

TEST_CASE("a schedule that leaps over layers that run alike is that of all operations") {
  int repeated = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Random r(seed);
    repeated += r.outline.repeats.empty() ? 0 : 1;
    ListSchedule whole, leaping;
    for (const auto order : {engine::Order::lifo, engine::Order::fifo}) {
      const Picoseconds end = whole.run(r.program, {r.works, r.comms}, order);
      REQUIRE(leaping.end_of(r.program, {r.works, r.comms}, order, r.outline) == end);
      REQUIRE(leaping.run(r.program, {r.works, r.comms}, order, &r.outline) == end);
      const auto a = whole.intervals(0), b = leaping.intervals(0);
      for (std::size_t i = 0; i < a.size(); ++i) {
        CAPTURE(seed, i);
        REQUIRE(b[i].begin == a[i].begin);
        REQUIRE(b[i].end == a[i].end);
      }
    }
  }
  CHECK(repeated > 2000);
}
