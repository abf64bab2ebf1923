// SPDX-License-Identifier: Apache-2.0
// Pipelines by one NPU for each stage give what all NPUs give.
#include <catch2/catch.hpp>
#include <numeric>

#include "support/fault_of.hpp"
#include "unit/engine/job/random_pipeline.hpp"
#include "unit/engine/job/step_jobs.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using engine::job::Answer;
using topology::Block;
using Kind = CollectiveKind;

namespace {

// Each NPU works and all-gathers with the others of its stage; stages pass one message on.
Machine two_stages(Block of_stages) {
  Machine m = machine({dimension(Block::ring, 4), dimension(of_stages, 2)});
  workload::Job& job = m.work.job;
  job.places = base::MixedRadix({4, 2});
  job.partitions = {{5, {0}}};
  job.add({"stage 0",
           {computation(0, 3), of_group(collective_node(Kind::all_gather, 1000, 1, {0}), 5),
            at_place(message(OpKind::send, 2, 1, 2000, {1}), 1)}},
          4);
  job.add({"stage 1", {at_place(message(OpKind::receive, 7, 0, 2000), 1), computation(8, 2, {7})}},
          4);
  return m;
}

void require_equal(const Answer& one, const Answer& all) {
  REQUIRE(one.npus.size() == all.npus.size());
  REQUIRE(one.bytes == all.bytes);
  for (int npu = 0; npu < static_cast<int>(all.npus.size()); ++npu) {
    REQUIRE(base::at(one.npus, npu).end == base::at(all.npus, npu).end);
    REQUIRE(base::at(one.npus, npu).compute == base::at(all.npus, npu).compute);
    const auto& a = one.intervals_of(npu);
    const auto& b = all.intervals_of(npu);
    REQUIRE(a.size() == b.size());
    for (std::size_t n = 0; n < a.size(); ++n) {
      REQUIRE(a[n].begin == b[n].begin);
      REQUIRE(a[n].end == b[n].end);
    }
  }
}

Answer run_all(Machine m) {
  m.symmetry = engine::Symmetry::off;
  return run(m);
}

}  // namespace

TEST_CASE("A stage's message goes to the NPU of the next stage at the same place") {
  // 3 us, all-gather of 1000 B round four (e, then three times 1 us, 500 ns and e); the message:
  // e, two links of 500 ns and 2 us, then e at the receiver, and 2 us of work.
  const Answer answer = run(two_stages(Block::switched));
  CHECK(answer.simulated == std::vector<int>{0, 4});
  for (int npu = 0; npu < 8; ++npu) {
    const std::int64_t gathered = 3'000'000 + 10'000 + 3 * 1'510'000;
    const std::int64_t sent = gathered + 10'000 + 1'000'000 + 2'000'000;
    CHECK(base::at(answer.npus, npu).end.count() == (npu < 4 ? sent : sent + 10'000 + 2'000'000));
    CHECK(base::at(answer.bytes, npu)[0] == (npu < 4 ? 3000 : 0));
    CHECK(base::at(answer.bytes, npu)[1] == (npu < 4 ? 2000 : 0));
  }
  require_equal(answer, run_all(two_stages(Block::switched)));
}

TEST_CASE("One NPU for each stage gives what all NPUs give, in random pipelines") {
  int by_classes = 0;
  constexpr int kCases = 400;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    INFO("seed " << seed);
    RandomPipeline pipeline(seed, seed % 2 == 1);
    Answer one;
    const std::string fault = fault_of([&] { one = run(pipeline.machine()); });
    REQUIRE(fault_of([&] {
              const Answer all = run_all(pipeline.machine());
              if (fault.empty()) require_equal(one, all);
            }).empty() == fault.empty());
    by_classes += fault.empty() && one.representative;
  }
  CHECK(by_classes > kCases / 2);
}

TEST_CASE("Steps of a model by one NPU for each stage are those of all NPUs") {
  for (const std::string parallel : kParallel) {
    INFO(parallel);
    const workload::StepProgram program = program_of(parallel, 64);
    Machine m = of_32();
    m.work.chunks = 2;
    m.work.job = workload::job_of(program, times_of(program));
    const Answer answer = run(m);
    // Two axes in one ring allow no rotation of either.
    const bool splits_ring = parallel.find("tp=2,cp=2") == 0;
    CHECK(answer.simulated.size() == (splits_ring ? 32 : program.classes.size()));
    require_equal(answer, run_all(m));
  }
}

TEST_CASE("A group of all NPUs runs axis by axis where another group has one of its axes") {
  for (const Block block : {Block::switched, Block::fully_connected}) {
    const workload::StepProgram program = program_of("cp=4,dp=2,zero=3", 16);
    Machine m = machine({dimension(block, 8)});
    m.work.job = workload::job_of(program, times_of(program));
    const Answer answer = run(m);
    CHECK(answer.simulated.size() == 1);
    require_equal(answer, run_all(m));
  }
}

TEST_CASE("A ring that joins stages and NPUs of a stage is run by all NPUs") {
  Machine m = machine({dimension(Block::ring, 8)});
  workload::Job& job = m.work.job;
  job.places = base::MixedRadix({2, 4});
  job.partitions = {{1, {0}}};
  std::vector<std::vector<OpNode>> graphs(4);
  for (int stage = 0; stage < 3; ++stage) {
    const auto s = static_cast<std::size_t>(stage);
    graphs[s].push_back(of_group(collective_node(Kind::all_gather, 4000, 9), 1));
    graphs[s].push_back(at_place(message(OpKind::send, 10, stage + 1, 1000), 1));
    graphs[s + 1].push_back(at_place(message(OpKind::receive, 1, stage, 1000), 1));
  }
  for (std::size_t stage = 0; stage < 4; ++stage) job.add({"stage", std::move(graphs[stage])}, 2);
  const Answer answer = run(m);
  CHECK_FALSE(answer.representative);
  CHECK(answer.simulated.size() == 8);
  require_equal(answer, run_all(m));
}

TEST_CASE("A timed collective takes its duration and leaves the network to others") {
  Machine m = pair_of_npus();
  OpNode timed = collective_node(Kind::all_reduce, 1, 0);
  timed.timed = true;
  timed.duration = microseconds(7);
  OpNode second = timed;
  second.id = 1;
  run_on_all(m, {timed, second, collective_node(Kind::all_gather, 1000, 2)});
  const Answer answer = run(m);
  CHECK(answer.representative);
  CHECK(answer.intervals[0][0].end.count() == 7'000'000);
  CHECK(answer.intervals[0][1].end.count() == 14'000'000);
  CHECK(answer.intervals[0][2].end.count() == 1'520'000);
}

TEST_CASE("Places that a job says wrongly are refused") {
  const auto fault = [](const auto& change) {
    Machine m = two_stages(Block::switched);
    change(m.work.job);
    return fault_of([&] { run(m); });
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(fault([](auto& job) {
               job.places = base::MixedRadix({4, 4});
             }),
             Contains("16 places for 8 NPUs"));
  CHECK_THAT(fault([](auto& job) { job.partitions = {{5, {2}}}; }), Contains("digit 2 of 2"));
  CHECK_THAT(fault([](auto& job) { job.groups = {{5, {0, 1}}}; }), Contains("group 5 twice"));
  CHECK_THAT(fault([](auto& job) {
               job.graphs[0] = {"stage 0", {at_place(message(OpKind::send, 0, 2, 2000), 1)}};
             }),
             Contains("place 2 of 2"));
  CHECK_THAT(fault([](auto& job) {
               job.graphs[1] = {"stage 1", {computation(0, 1)}};
             }),
             Contains("a receive of the same source, tag and size at its destination"));
}
