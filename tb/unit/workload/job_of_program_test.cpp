// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/job_of_program.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

Job job_with(const StepProgram& program) {
  std::vector<base::Picoseconds> durations;
  for (std::size_t i = 0; i < program.works.size(); ++i) durations.emplace_back(1000 + i);
  return job_of(program, durations);
}

const char* const kSpreads[] = {"dp=2,tp=2,cp=2,zero=3", "pp=4,tp=2,dp=2,micro_batch=1,zero=1",
                                "pp=2,schedule=interleaved,virtual=2,micro_batch=1,dp=2,zero=2",
                                "pp=2,schedule=zero-bubble,micro_batch=1,placement=pp:dp,dp=4"};

}  // namespace

TEST_CASE("Node i of a class's graph is operation i of its program") {
  for (const std::string spread : kSpreads) {
    CAPTURE(spread);
    const StepProgram program = training_program(request_of("llama3-8b", 8, spread, 16));
    const Job job = job_with(program);
    REQUIRE(job.graphs.size() == program.classes.size());
    REQUIRE(job.npus() == program.grid.size());
    for (std::size_t c = 0; c < job.graphs.size(); ++c) {
      const ClassProgram& one = program.classes[c];
      const OpGraph& graph = job.graphs[c];
      REQUIRE(graph.size() == static_cast<int>(one.ops.size()));
      std::map<int, int> last;
      for (int i = 0; i < graph.size(); ++i) {
        const StepOp& op = base::at(one.ops, i);
        const OpNode& node = graph.node(i);
        CHECK(node.id == static_cast<std::uint64_t>(i));
        CHECK(node.kind == op.kind);
        CHECK(node.layer == op.layer);
        CHECK(node.micro_batch == op.micro_batch);
        CHECK(node.phase == op.phase);
        // What it waits for, and what its stream runs before it, and nothing else.
        std::set<int> before(one.dependencies.begin() + op.first_dependency,
                             one.dependencies.begin() + op.first_dependency + op.dependencies);
        if (last.count(op.stream) > 0) before.insert(last[op.stream]);
        last[op.stream] = i;
        const auto listed = graph.dependencies(i);
        CHECK(std::set<int>(listed.begin(), listed.end()) == before);
        if (op.kind == OpKind::compute) {
          CHECK(node.duration.count() == 1000 + op.work);
          CHECK(node.flops->count() == amounts_of(base::at(program.works, op.work)).flops);
        } else {
          CHECK(*node.bytes == base::at(program.comms, op.work).bytes);
        }
      }
    }
  }
}

TEST_CASE("NPUs are of the class of their stage, and their groups differ in the group's axes") {
  for (const std::string spread : kSpreads) {
    CAPTURE(spread);
    const StepProgram program = training_program(request_of("llama3-8b", 8, spread, 16));
    const RankGrid& grid = program.grid;
    const Job job = job_with(program);
    for (int npu = 0; npu < job.npus(); ++npu) {
      CHECK(base::at(job.class_of, npu) == grid.place(npu, Axis::pp));
      const OpGraph& graph = job.graph(npu);
      for (int i = 0; i < graph.size(); ++i) {
        const OpNode& node = graph.node(i);
        if (node.kind != OpKind::collective) continue;
        const StepOp& op =
            base::at(base::at(program.classes, job.class_of[base::index(npu)]).ops, i);
        const AxisMask axes = base::at(program.comms, op.work).axes;
        std::vector<int> members;
        for (int other = 0; other < job.npus(); ++other) {
          bool same = true;
          for (const Axis a : grid.order) {
            const bool free = (axes & mask_of(a)) != 0;
            same = same && (free || grid.place(npu, a) == grid.place(other, a));
          }
          if (same) members.push_back(other);
        }
        CHECK(job.members(node.group, npu) == members);
      }
    }
  }
}

TEST_CASE("Each send has its receive on the NPU with the same places on the other axes") {
  for (const std::string spread : kSpreads) {
    CAPTURE(spread);
    const StepProgram program = training_program(request_of("llama3-8b", 8, spread, 16));
    const RankGrid& grid = program.grid;
    const Job job = job_with(program);
    std::multiset<std::tuple<int, int, std::int64_t, std::int64_t>> sent;
    auto received = sent;
    for (int npu = 0; npu < job.npus(); ++npu) {
      for (int i = 0; i < job.graph(npu).size(); ++i) {
        const OpNode& node = job.graph(npu).node(i);
        if (node.kind != OpKind::send && node.kind != OpKind::receive) continue;
        const int peer = job.peer(node, npu);
        REQUIRE(peer >= 0);
        CHECK(peer != npu);
        for (const Axis a : {Axis::tp, Axis::cp, Axis::ep, Axis::dp}) {
          CHECK(grid.place(peer, a) == grid.place(npu, a));
        }
        const bool sends = node.kind == OpKind::send;
        (sends ? sent : received)
            .emplace(sends ? npu : peer, sends ? peer : npu, node.tag, node.bytes->count());
      }
    }
    CHECK(sent == received);
    CHECK(std::set<std::tuple<int, int, std::int64_t, std::int64_t>>(sent.begin(), sent.end())
              .size() == sent.size());
  }
}

TEST_CASE("A collective with a duration is timed, the others are not") {
  const StepProgram program = training_program(request_of("gpt3-13b", 2, "tp=2,dp=2", 4));
  const std::vector<base::Picoseconds> durations(program.works.size());
  std::vector<std::optional<base::Picoseconds>> timed(program.comms.size());
  for (std::size_t i = 0; i < timed.size(); ++i) {
    if (program.comms[i].axes == mask_of(Axis::tp)) timed[i] = base::Picoseconds{77};
  }
  const Job job = job_of(program, durations, timed);
  int count = 0;
  for (int i = 0; i < job.graphs[0].size(); ++i) {
    const OpNode& node = job.graphs[0].node(i);
    if (node.kind != OpKind::collective) continue;
    CHECK(node.timed == (node.group == mask_of(Axis::tp)));
    CHECK(node.duration.count() == (node.timed ? 77 : 0));
    count += node.timed ? 1 : 0;
  }
  CHECK(count > 0);
}

TEST_CASE("An operation's name says layer, phase and what it is for") {
  StepOp op;
  op.label = OpLabel::ffn_up;
  op.phase = Phase::forward;
  op.layer = 3;
  CHECK(name_of(op) == "layer 3 forward ffn_up");
  op.layer = StepOp::kNone;
  op.phase = Phase::update;
  op.label = OpLabel::optimizer;
  CHECK(name_of(op) == "update optimizer");
}
