// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/job_machine.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/work.hpp"

using namespace jacquard;
using base::Bytes;
using base::BytesPerSecond;
using base::Picoseconds;
using workload::OpKind;
using workload::OpNode;

namespace {

constexpr std::int64_t kMicrosecond = 1'000'000;
constexpr int kNpus = 4;

OpNode compute(std::uint64_t id, std::vector<std::uint64_t> after) {
  OpNode node;
  node.id = id;
  node.kind = OpKind::compute;
  node.data_after = std::move(after);
  return node;
}

OpNode exchange(std::uint64_t id, std::vector<std::uint64_t> after) {
  OpNode node;
  node.id = id;
  node.kind = OpKind::collective;
  node.stream = workload::Stream::network;
  node.collective = workload::CollectiveKind::all_to_all;
  node.bytes = Bytes{1};
  node.timed = true;
  node.duration = Picoseconds{1};
  node.data_after = std::move(after);
  return node;
}

// NPU k computes (k + 1) us, meets the others, and computes 1 us.
struct Scene {
  topology::Fabric fabric{
      {{topology::Block::switched, kNpus, BytesPerSecond{1e9}, Picoseconds{kMicrosecond}}}};
  engine::job::JobWork work;
  systemc::JobMachine machine;

  Scene() {
    work.job.graphs.push_back({"test", {compute(0, {}), exchange(1, {0}), compute(2, {1})}});
    work.job.class_of.assign(kNpus, 0);
    machine.planes.resize(1);
    machine.cost = [](int npu, int node) {
      return systemc::ComputeCost{Picoseconds{(node == 0 ? npu + 1 : 1) * kMicrosecond}, {}};
    };
    machine.meetings = {{0, {0, 1, 2, 3}, {0, 1, 2, 3}}};
    machine.meeting_of.assign(kNpus, {{1, 0}});
    machine.carry = [](int, const systemc::MeetingTimes&) {
      systemc::MeetingAnswer answer;
      answer.completion = Picoseconds{10 * kMicrosecond};
      for (int k = 0; k < kNpus; ++k) answer.done.emplace_back((7 + k) * kMicrosecond);
      return answer;
    };
  }
  systemc::JobMachineOutcome run() {
    return run_job_machine(engine::Scenario{work, topology::NetworkView(fabric), {}, {}}, machine);
  }
};

}  // namespace

TEST_CASE("An exchange begins when the last NPU has come and ends at each when that is done") {
  Scene scene;
  const auto outcome = scene.run();
  CHECK(outcome.meetings[0].known == Picoseconds{4 * kMicrosecond});
  CHECK(outcome.meetings[0].begin == Picoseconds{4 * kMicrosecond});
  CHECK(outcome.meetings[0].end == Picoseconds{14 * kMicrosecond});
  for (int npu = 0; npu < kNpus; ++npu) {
    CHECK(outcome.ends[static_cast<std::size_t>(npu)] ==
          Picoseconds{(4 + 7 + npu + 1) * kMicrosecond});
    CHECK(outcome.intervals[static_cast<std::size_t>(npu)][1].begin ==
          Picoseconds{(npu + 1) * kMicrosecond});
  }
  CHECK(outcome.time == Picoseconds{15 * kMicrosecond});
}

TEST_CASE("A memory that is read for longer than an operation computes holds it up") {
  Scene scene;
  memory::MemoryConfig memory;
  memory.fidelity = memory::Fidelity::ideal;
  const double peak = memory.organisation.peak().count();
  scene.machine.memory = memory;
  const Bytes in_20_us{static_cast<std::int64_t>(peak * 20e-6)};
  scene.machine.cost = [&](int, int node) {
    return systemc::ComputeCost{Picoseconds{kMicrosecond}, node == 0 ? in_20_us : Bytes{0}};
  };
  const auto outcome = scene.run();
  const double begins = base::to_seconds(outcome.meetings[0].begin).count();
  CHECK(begins == Approx(20e-6).epsilon(0.01));
}

TEST_CASE("An exchange to which an NPU never comes is said, with how many have") {
  Scene scene;
  scene.machine.meetings[0].members.push_back(4);
  CHECK_THROWS_WITH(scene.run(), Catch::Contains("4 of 5 NPUs have come"));
}
