// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/decode_loop.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/job_of_program.hpp"
#include "jacquard/workload/op_graph.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

StepRequest decoding(const std::string& model, int layers, const std::string& parallel, int batch,
                     int cached) {
  StepRequest r = request_of(model, layers, parallel, batch);
  r.kind = StepKind::decode;
  r.sequence = cached;
  return r;
}

Job job_of_step(const StepRequest& r) {
  const StepProgram program = inference_program(r);
  return job_of(program, std::vector<base::Picoseconds>(program.works.size()));
}

}  // namespace

TEST_CASE("4,096 steps of decoding by a loop are those made one by one") {
  const StepRequest first = decoding("llama3-8b", 2, "tp=4", 8, 100);
  const std::vector<LoopNode> loops = decode_loops(first, 4096);
  REQUIRE(loops.size() == 1);
  const std::vector<OpNode> nodes = unrolled(loops[0]);
  const std::size_t body = loops[0].body.size();
  REQUIRE(nodes.size() == 4096 * body);
  for (int step = 0; step < 4096; ++step) {
    const Job job = job_of_step(decoding("llama3-8b", 2, "tp=4", 8, 100 + step));
    for (std::size_t i = 0; i < body; ++i) {
      const OpNode& one = job.graphs[0].node(static_cast<int>(i));
      const OpNode& other = nodes[base::index(step) * body + i];
      const bool same = one.flops == other.flops && one.moved == other.moved &&
                        one.bytes == other.bytes && one.kind == other.kind &&
                        one.name == other.name && one.group == other.group;
      CAPTURE(step, i);
      REQUIRE(same);
    }
  }
  // The next token waits for the one before.
  const OpGraph graph("decode", nodes);
  const int second = static_cast<int>(body);
  REQUIRE(graph.dependencies(second).size() >= 1);
  CHECK(graph.dependencies(second).begin()[0] < second);
}

TEST_CASE("Also with latent attention, experts and stages") {
  const std::string knobs = "pp=2,tp=2,ep=2,micro_batch=1";
  const StepRequest first = decoding("deepseek-v3", 4, knobs, 4, 1000);
  const std::vector<LoopNode> loops = decode_loops(first, 20);
  REQUIRE(loops.size() == 2);
  for (std::size_t c = 0; c < 2; ++c) {
    const std::vector<OpNode> nodes = unrolled(loops[c]);
    const std::size_t body = loops[c].body.size();
    for (int step = 0; step < 20; ++step) {
      const Job job = job_of_step(decoding("deepseek-v3", 4, knobs, 4, 1000 + step));
      for (std::size_t i = 0; i < body; ++i) {
        const OpNode& one = job.graphs[c].node(static_cast<int>(i));
        const OpNode& other = nodes[base::index(step) * body + i];
        CHECK(one.flops == other.flops);
        CHECK(one.moved == other.moved);
      }
    }
    OpGraph("stage", nodes);  // without cycles
  }
}

TEST_CASE("The first stage's next step waits for the token that the last stage chose") {
  const std::vector<LoopNode> loops =
      decode_loops(decoding("llama3-8b", 4, "pp=2,micro_batch=1", 2, 10), 3);
  int waits = 0;
  for (const LoopNode::Carried& c : loops[0].carried) {
    const OpNode& from = base::at(loops[0].body, c.from).node;
    const OpNode& to = base::at(loops[0].body, c.to).node;
    waits += from.kind == OpKind::receive && to.name == "decode embedding" ? 1 : 0;
  }
  CHECK(waits == 2);  // one for each micro-batch
}

TEST_CASE("Durations grow evenly from the first step's to the last's") {
  const StepRequest r = decoding("llama3-8b", 1, "tp=1", 1, 10);
  const std::size_t works = inference_program(r).works.size();
  const std::vector<base::Picoseconds> first(works, base::Picoseconds{1000});
  const std::vector<base::Picoseconds> last(works, base::Picoseconds{1900});
  const LoopNode loop = decode_loops(r, 10, first, last)[0];
  const std::vector<OpNode> nodes = unrolled(loop);
  const std::size_t body = loop.body.size();
  for (std::size_t step = 0; step < 10; ++step) {
    CHECK(nodes[step * body].duration.count() == static_cast<std::int64_t>(1000 + 100 * step));
  }
}

TEST_CASE("Prefill computes what a forward pass does, and the last token's logits alone") {
  StepRequest r = request_of("llama3-8b", 4, "tp=2", 3);
  r.kind = StepKind::prefill;
  r.sequence = 512;
  const StepProgram program = inference_program(r);
  double flops = 0;
  double logits = 0;
  for (const StepOp& op : program.classes[0].ops) {
    CHECK(op.phase == Phase::prefill);
    if (op.kind != OpKind::compute) continue;
    const ComputeWork& work = base::at(program.works, op.work);
    if (!std::holds_alternative<GemmWork>(work)) continue;
    (op.label == OpLabel::logits ? logits : flops) += 2 * amounts_of(work).flops;
  }
  const double layer = 4096.0 * (4096 * 2 + 2 * 1024) + 3.0 * 4096 * 14336;
  CHECK(flops == Approx(2 * 3 * 512 * 4 * layer));
  CHECK(logits == Approx(2 * 3 * 4096.0 * 128256));
}

TEST_CASE("A step of inference says its model's FLOPs: those of its products") {
  for (const StepKind kind : {StepKind::prefill, StepKind::decode}) {
    StepRequest r = request_of("llama3-8b", 4, "tp=2,pp=2,micro_batch=1", 4);
    r.kind = kind;
    r.sequence = 2048;
    const StepProgram program = inference_program(r);
    double flops = 0;
    for (const ClassProgram& one : program.classes) {
      for (const StepOp& op : one.ops) {
        if (op.kind != OpKind::compute) continue;
        const ComputeWork& work = base::at(program.works, op.work);
        const bool product = !std::holds_alternative<ElementwiseWork>(work);
        if (product) flops += 2 * amounts_of(work).flops;
      }
    }
    // Causal attention meets (s + 1) / 2 keys, of which MFU counts s / 2.
    CHECK(flops == Approx(program.model_flops).epsilon(1e-4));
  }
}
