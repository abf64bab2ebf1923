// SPDX-License-Identifier: Apache-2.0
// OpGraphs on NPUs, against the event engine, and against each other where operations share memory.
#include "systemc/npu/npu_job.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/run.hpp"
#include "tb/systemc/npu/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::BytesPerSecond;
using base::Flops;
using base::FlopsPerSecond;
using engine::job::JobWork;
using workload::OpKind;
using workload::OpNode;

constexpr double kPeak = 100e12;  // flop/s
constexpr double kChannel = 36.8e9;

OpNode compute(std::uint64_t id, double flops, std::int64_t bytes,
               std::vector<std::uint64_t> after = {}) {
  OpNode node;
  node.id = id;
  node.kind = OpKind::compute;
  node.flops = Flops{flops};
  node.moved[0] = Bytes{bytes};
  node.data_after = std::move(after);
  return node;
}

OpNode all_reduce(std::uint64_t id, std::int64_t bytes, std::vector<std::uint64_t> after = {}) {
  OpNode node;
  node.id = id;
  node.kind = OpKind::collective;
  node.stream = workload::Stream::network;
  node.bytes = Bytes{bytes};
  node.data_after = std::move(after);
  return node;
}

OpNode message(std::uint64_t id, OpKind kind, int from, int to, std::int64_t bytes,
               std::vector<std::uint64_t> after = {}) {
  OpNode node = all_reduce(id, bytes, std::move(after));
  node.kind = kind;
  node.from = from;
  node.to = to;
  return node;
}

JobWork work_of(const std::vector<std::vector<OpNode>>& npus, const NpuPlatform& platform) {
  JobWork work;
  for (std::size_t npu = 0; npu < npus.size(); ++npu) {
    work.job.add(workload::OpGraph("npu " + std::to_string(npu), npus[npu]));
  }
  work.roofline = {FlopsPerSecond{kPeak}, platform.memory.organisation.peak()};
  return work;
}

NpuJobOutcome on_npus(const JobWork& work, const NpuPlatform& platform) {
  const topology::Fabric fabric = test::ring(work.job.npus());
  return run_job_on_npus({work, fabric, engine::Rules{}, {}}, platform);
}

// The event engine's, told what run_on_npus() is held against.
base::Picoseconds engine_time(const JobWork& work, const NpuPlatform& platform,
                              const rounds::RoundGraph& like) {
  const EngineView view = engine_view(like, platform);
  std::vector<topology::Dimension> dimensions = test::ring(work.job.npus()).all();
  dimensions[0].latency += view.memory_delay;
  const topology::Fabric longer(dimensions);
  engine::Rules rules;
  rules.local_memory_bandwidth = view.local_memory_bandwidth;
  return engine::EventEngine().run({work, longer, rules, {}}).time;
}

double ps(base::Picoseconds time) { return static_cast<double>(time.count()); }

}  // namespace

TEST_CASE("an operation takes its flops at peak, or its bytes from memory, whichever is longer") {
  const NpuPlatform platform = test::platform_of(32);
  const std::vector<OpNode> idle{compute(1, 1, 64)};
  const auto alone = [&](double flops, std::int64_t bytes) {
    const JobWork work = work_of({{compute(1, flops, bytes)}, idle}, platform);
    return ps(on_npus(work, platform).time);
  };
  CHECK(alone(1e9, 64) == Approx(1e9 / kPeak * 1e12));
  CHECK(alone(1, 32 << 20) == Approx((32 << 20) / (32 * kChannel) * 1e12).epsilon(0.01));
}

TEST_CASE("a step of computations and an all-reduce takes what the event engine says") {
  const NpuPlatform platform = test::platform_of(32, Adding::in_passing);
  const std::int64_t bytes = 4 << 20;
  // Two layers: the first one's sum goes on while the second computes, an update waits for both.
  const std::vector<OpNode> nodes{compute(1, 5e9, 1 << 20), all_reduce(2, bytes, {1}),
                                  compute(3, 5e9, 1 << 20, {1}), all_reduce(4, bytes, {3}),
                                  compute(5, 1e9, 1 << 20, {2, 4})};
  const JobWork work = work_of({nodes, nodes, nodes, nodes}, platform);
  const rounds::RoundGraph like = generate(test::request_of(
      test::ring(4), rounds::CollectiveKind::all_reduce, bytes, collective::Method::ring));
  const NpuJobOutcome out = on_npus(work, platform);
  CHECK(out.time / engine_time(work, platform, like) == Approx(1).margin(0.02));
  CHECK(out.intervals.size() == 4);
  for (int npu = 0; npu < 4; ++npu) {
    const auto& interval = out.intervals[static_cast<std::size_t>(npu)];
    CHECK(interval[4].begin == std::max(interval[1].end, interval[3].end));
    CHECK(interval[2].begin == interval[0].end);
  }
}

TEST_CASE("an all-reduce takes memory from a computation that needs all of it") {
  const std::int64_t bytes = 8 << 20;
  const std::int64_t needs = 256 << 20;
  const NpuPlatform platform = test::platform_of(8, Adding::in_passing);
  const std::vector<OpNode> nodes{compute(1, 1, needs), all_reduce(2, bytes)};
  const JobWork work = work_of({nodes, nodes, nodes, nodes}, platform);
  const NpuJobOutcome out = on_npus(work, platform);
  // The all-reduce is over first. It moves 5 x 3/4 of its bytes, which come on top of the others.
  CHECK(ps(out.intervals[0][1].end) < ps(out.time));
  const double moved = static_cast<double>(needs) + 5 * 0.75 * static_cast<double>(bytes);
  CHECK(ps(out.time) == Approx(moved / (8 * kChannel) * 1e12).epsilon(0.01));
  CHECK(out.compute[0] == out.time);
}

TEST_CASE("stages pass messages through their memories") {
  const NpuPlatform platform = test::platform_of(32);
  const std::int64_t bytes = 1 << 20;
  const std::vector<OpNode> first{compute(1, 2e9, 64), message(2, OpKind::send, 0, 1, bytes, {1})};
  const std::vector<OpNode> second{message(1, OpKind::receive, 0, 1, bytes),
                                   compute(2, 3e9, 64, {1})};
  const JobWork work = work_of({first, second}, platform);
  const NpuJobOutcome out = on_npus(work, platform);
  const double way = bytes / test::kLink * 1e12 + 500e3;
  CHECK(ps(out.time) == Approx(2e9 / kPeak * 1e12 + way + 3e9 / kPeak * 1e12).epsilon(0.01));
  CHECK(out.network.messages == 1);
  CHECK(out.network.memory.written == Bytes{bytes});
}

TEST_CASE("a job without a roofline does not run on NPUs") {
  const NpuPlatform platform = test::platform_of(32);
  JobWork work = work_of({{compute(1, 1, 64)}, {compute(1, 1, 64)}}, platform);
  work.roofline.reset();
  CHECK_THROWS_AS(on_npus(work, platform), base::ConfigError);
}

}  // namespace jacquard::systemc
