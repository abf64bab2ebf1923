// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/step_works.hpp"
#include "jacquard/workload/training.hpp"

using namespace jacquard;
using namespace jacquard::workload;

namespace {

StepRequest mixtral(const std::string& parallel, int batch) {
  StepRequest r;
  r.model = read_model("mixtral-8x7b", {"test", ""});
  r.model.sequence = 4096;
  r.parallelism = parse_parallelism(parallel, "--parallel");
  r.batch = batch;
  return r;
}

struct Experts {
  CommWork dispatch;
  double flops = 0;  // of one forward pass through the experts of a layer
  int gathers = 0;   // of rows over tp, beside those of attention
};

Experts experts_of(const StepRequest& r) {
  const StepProgram program = training_program(r);
  Experts all;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.label == OpLabel::ep_dispatch) all.dispatch = base::at(program.comms, op.work);
    if (op.label == OpLabel::tp_comm && op.stream == kExpertStream) ++all.gathers;
    if (op.label == OpLabel::experts && op.phase == Phase::forward) {
      all.flops = amounts_of(base::at(program.works, op.work)).flops;
    }
  }
  return all;
}

std::string fault_of(const StepRequest& r) {
  try {
    training_program(r);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("experts that fold tp are whole, on tp x ep NPUs") {
  const StepRequest r = mixtral("dp=2,tp=2,ep=4,fold=tp", 8);
  const Experts folded = experts_of(r);
  CHECK(folded.dispatch.axes == (mask_of(Axis::tp) | mask_of(Axis::ep)));
  // A member of tp has half of 4,096 tokens, each goes to two experts as 4,096 values of 2 bytes.
  CHECK(folded.dispatch.bytes.count() == 4096 / 2 * 2 * 4096 * 2);
  CHECK(folded.gathers == 0);
  // Of 4 x 4,096 tokens, each to two of 8 experts, this NPU has one expert of three matrices.
  CHECK(folded.flops == Approx(2.0 * 4 * 4096 * 2 / 8 * 3 * 4096 * 14336));
  CHECK(layer_on_npu(r, LayerKind{Mixer::attention, FeedForward::experts}).experts ==
        Approx(3.0 * 4096 * 14336));
  CHECK(replica_axes(r.parallelism, true) == (mask_of(Axis::dp) | mask_of(Axis::cp)));

  const StepRequest split = mixtral("dp=2,tp=2,ep=4", 8);
  const Experts halves = experts_of(split);
  CHECK(halves.dispatch.axes == mask_of(Axis::ep));
  CHECK(halves.gathers > 0);
  CHECK(halves.flops == Approx(folded.flops));
  CHECK(layer_on_npu(split, LayerKind{Mixer::attention, FeedForward::experts}).experts ==
        Approx(3.0 * 4096 * 14336));
}

TEST_CASE("experts that fold cp have no copies along it") {
  const StepRequest r = mixtral("dp=2,cp=2,ep=4,fold=cp", 8);
  CHECK(experts_of(r).dispatch.axes == (mask_of(Axis::cp) | mask_of(Axis::ep)));
  CHECK(experts_of(r).flops == Approx(2.0 * 4 * 4096 * 2 / 8 * 3 * 4096 * 14336));
  CHECK(layer_on_npu(r, LayerKind{Mixer::attention, FeedForward::experts}).experts ==
        Approx(3.0 * 4096 * 14336));
  CHECK(replica_axes(r.parallelism, true) == mask_of(Axis::dp));
  CHECK(replica_axes(r.parallelism, false) ==
        (mask_of(Axis::dp) | mask_of(Axis::cp) | mask_of(Axis::ep)));
}

TEST_CASE("an NPU's experts compute as long however many more NPUs have others") {
  // The same rows and experts of an NPU: 2 of 8 on 4 NPUs, and 2 of 16 on 8.
  const StepRequest four = mixtral("ep=4", 8);
  StepRequest eight = mixtral("ep=8", 16);
  eight.model.experts.count = 16;
  CHECK(experts_of(four).flops == Approx(experts_of(eight).flops));
}

TEST_CASE("what cannot fold is refused") {
  CHECK_THAT(fault_of(mixtral("dp=2,pp=2,ep=4,fold=pp", 8)),
             Catch::Contains("--parallel, fold: expected tp, cp or both, found 'pp'") ||
                 Catch::Contains("fold: expected tp, cp or both, found pp"));
  CHECK_THAT(fault_of(mixtral("tp=4,ep=4,fold=tp", 8)),
             Catch::Contains("ep: expected a divisor of 8 experts") && Catch::Contains("16"));
  CHECK_THAT(fault_of(mixtral("tp=2,ep=2,fold=tp,sequence_parallel=false", 8)),
             Catch::Contains("sequence_parallel"));
}

TEST_CASE("fold is text as other knobs are") {
  const Parallelism p = parse_parallelism("tp=2,cp=2,ep=2,fold=tp:cp", "p");
  CHECK(p.expert_parts() == 8);
  CHECK(p.expert_tp() == 1);
  CHECK(text_of(p) == "tp=2,cp=2,ep=2,fold=tp:cp");
}
