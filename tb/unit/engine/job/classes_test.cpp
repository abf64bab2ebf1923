// SPDX-License-Identifier: Apache-2.0
// Pipelines by one NPU for each stage give what all NPUs give.
#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/base/rng.hpp"
#include "support/fault_of.hpp"
#include "unit/engine/job/jobs.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using collective::Method;
using engine::job::Answer;
using topology::Block;
using Kind = CollectiveKind;

namespace {

OpNode at_place(OpNode node, int digit) {
  node.peer_digit = digit;
  return node;
}

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

// A pipeline of random stages: their computations, collectives on random axes, and messages to
// the next stage and back.
class RandomPipeline {
 public:
  RandomPipeline(std::uint64_t seed, bool rings_of_stages) : rng_(seed, "pipeline job") {
    choose_fabric(rings_of_stages);
    machine_.work.chunks = 1 + upto(2);
    machine_.rules.order = upto(1) == 0 ? engine::Order::lifo : engine::Order::fifo;
    machine_.rules.active_chunks = 1 + upto(1);
    machine_.work.spread =
        upto(1) == 0 ? collective::Spread::baseline : collective::Spread::blueconnect;
    choose_groups();
    write_graphs();
  }
  Machine& machine() { return machine_; }

 private:
  int upto(int most) { return static_cast<int>(rng_.between(0, most)); }

  void choose_fabric(bool rings_of_stages) {
    std::vector<topology::Dimension> dimensions;
    const Block blocks[] = {Block::ring, Block::fully_connected, Block::switched};
    int npus = 1;
    for (int d = 1 + upto(2); d > 0; --d) {
      const int size = 2 << upto(1);
      const Block block = blocks[rings_of_stages ? upto(2) : 1 + upto(1)];
      dimensions.push_back(dimension(block, size, 500 + 500 * upto(2)));
      npus *= size;
    }
    machine_ = tb::machine(std::move(dimensions));
    const Method methods[] = {Method::ring, Method::direct, Method::halving_doubling};
    for (engine::job::Algorithms& a : machine_.work.algorithms) {
      a.by_dimension = {{methods[upto(2)], 0}, {methods[upto(2)], 0}, {methods[upto(1)], 0}};
    }
    // All-to-all has no halving and doubling.
    base::at(machine_.work.algorithms, Kind::all_to_all).by_dimension = {{Method::direct, 0}};
    std::vector<int> radices;
    for (int left = npus; left > 1;) {
      const int radix = left % 4 == 0 && upto(1) == 0 ? 4 : 2;
      radices.push_back(radix);
      left /= radix;
    }
    if (upto(2) == 0) radices.insert(radices.begin() + upto(1), 1);
    machine_.work.job.places = base::MixedRadix(radices);
    stage_digit_ = upto(static_cast<int>(radices.size()) - 1);
  }

  void choose_groups() {
    const int digits = machine_.work.job.places.digits();
    for (int group = 1; group <= 3; ++group) {
      std::vector<int> own;
      for (int digit = 0; digit < digits; ++digit) {
        if (digit != stage_digit_ && upto(1) == 0) own.push_back(digit);
      }
      machine_.work.job.partitions[group] = own;
    }
  }

  void write_graphs() {
    workload::Job& job = machine_.work.job;
    const int stages = job.places.radix(stage_digit_);
    std::vector<std::vector<OpNode>> graphs(static_cast<std::size_t>(stages));
    const auto after = [&](int stage) {
      Ids ids;
      const auto& own = base::at(graphs, stage);
      for (int k = upto(2); k > 0 && !own.empty(); --k) {
        ids.push_back(base::at(own, upto(static_cast<int>(own.size()) - 1)).id);
      }
      return ids;
    };
    // Stages number their nodes on their own, so that ids of different stages are often equal.
    for (int n = 10 + upto(30); n > 0; --n) {
      const int stage = upto(stages - 1);
      auto& own = base::at(graphs, stage);
      const auto id = [&](int of) {
        return static_cast<std::uint64_t>(base::at(graphs, of).size());
      };
      const int kind = upto(5);
      if (kind <= 1 && stages > 1) {
        const int to = (stage + 1 + upto(stages - 2)) % stages;
        const std::int64_t bytes = 500 * (1 + upto(3));
        OpNode send =
            at_place(message(OpKind::send, id(stage), to, bytes, after(stage)), stage_digit_);
        send.tag = n;
        own.push_back(send);
        OpNode receive =
            at_place(message(OpKind::receive, id(to), stage, bytes, after(to)), stage_digit_);
        receive.tag = n;
        base::at(graphs, to).push_back(receive);
      } else if (kind == 2) {
        own.push_back(computation(id(stage), upto(3), after(stage)));
      } else if (kind == 3 && upto(1) == 0) {
        OpNode timed = of_group(collective_node(Kind::all_gather, 1, id(stage), after(stage)), 1);
        timed.timed = true;
        timed.duration = microseconds(upto(3));
        own.push_back(timed);
      } else {
        const Kind kinds[] = {Kind::all_reduce, Kind::all_gather, Kind::reduce_scatter,
                              Kind::all_to_all};
        own.push_back(
            of_group(collective_node(kinds[upto(3)], 400 * (1 + upto(9)), id(stage), after(stage)),
                     1 + upto(2)));
      }
    }
    job.class_of.clear();
    for (int npu = 0; npu < static_cast<int>(job.places.count()); ++npu) {
      job.class_of.push_back(job.places.digit(npu, stage_digit_));
    }
    for (auto& nodes : graphs) job.graphs.emplace_back("stage", std::move(nodes));
  }

  base::Rng rng_;
  Machine machine_ = pair_of_npus();
  int stage_digit_ = 0;
};

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
