// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/job_machine.hpp"

#include <algorithm>
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

namespace {

// NPUs 0 and 1 exchange from 2 us on, 2 and 3 from 4 us, around one switch; each for 10 us.
Scene two_stages(int decided_us) {
  Scene scene;
  scene.machine.meetings = {{0, {0, 1, 2, 3}, {0, 1}}, {0, {0, 1, 2, 3}, {2, 3}}};
  scene.machine.meeting_of = {{{1, 0}}, {{1, 0}}, {{1, 1}}, {{1, 1}}};
  const auto carry = scene.machine.carry;
  scene.machine.carry = [=](int meeting, const systemc::MeetingTimes& times) {
    systemc::MeetingAnswer answer = carry(meeting, times);
    answer.decided = Picoseconds{decided_us * kMicrosecond};
    return answer;
  };
  return scene;
}

}  // namespace

TEST_CASE("Exchanges of different ports go on together, and are decided on one by one") {
  const auto decided = GENERATE(0, 1, 5, 10);
  const auto outcome = two_stages(decided).run();
  CAPTURE(decided);
  CHECK(outcome.meetings[0].begin == Picoseconds{2 * kMicrosecond});
  CHECK(outcome.meetings[0].end == Picoseconds{12 * kMicrosecond});
  const std::int64_t free = std::max(4, 2 + decided);
  CHECK(outcome.meetings[1].known == Picoseconds{4 * kMicrosecond});
  CHECK(outcome.meetings[1].begin == Picoseconds{free * kMicrosecond});
  CHECK(outcome.meetings[1].end == Picoseconds{(free + 10) * kMicrosecond});
}

TEST_CASE("A switch of its own has a scheduler of its own") {
  Scene scene = two_stages(10);
  scene.machine.meetings = {{0, {0, 1}, {0, 1}}, {0, {2, 3}, {2, 3}}};
  const auto carry = scene.machine.carry;
  scene.machine.carry = [=](int meeting, const systemc::MeetingTimes& times) {
    systemc::MeetingAnswer answer = carry(meeting, times);
    answer.done.resize(2);
    return answer;
  };
  CHECK(scene.run().meetings[1].begin == Picoseconds{4 * kMicrosecond});
}

// 2 and 3 gather 2 kB each at 1 GB/s after 3 us and 4 us, while 0 and 1 exchange until 12 us.
TEST_CASE("Messages pass an exchange at other ports of its switch") {
  for (const systemc::PlaneKind kind : {systemc::PlaneKind::links, systemc::PlaneKind::circuits}) {
    Scene scene = two_stages(10);
    OpNode gather;
    gather.id = 1;
    gather.kind = OpKind::collective;
    gather.stream = workload::Stream::network;
    gather.collective = workload::CollectiveKind::all_gather;
    gather.bytes = Bytes{2000};
    gather.data_after = {0};
    gather.group = 1;
    scene.work.job.groups = {{1, {2, 3}}};
    scene.work.job.graphs.push_back({"gathers", {compute(0, {}), gather}});
    scene.work.job.class_of = {0, 0, 1, 1};
    scene.machine.planes[0].kind = kind;
    scene.machine.meetings.pop_back();
    scene.machine.meeting_of = {{{1, 0}}, {{1, 0}}, {}, {}};
    const auto outcome = scene.run();
    CHECK(outcome.meetings[0].end == Picoseconds{12 * kMicrosecond});
    CHECK(outcome.ends[2] >= Picoseconds{(4 + 2 + 2) * kMicrosecond});  // and both links' delays
    CHECK(outcome.ends[2] < Picoseconds{9 * kMicrosecond});
    CHECK(outcome.ends[3] < Picoseconds{9 * kMicrosecond});
  }
}
