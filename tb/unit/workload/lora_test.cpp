// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/lora.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/activations.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/step_memory.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::workload;

namespace {

StepRequest request(const std::string& parallel, int batch, int rank,
                    const std::string& model = "llama3-8b") {
  StepRequest r = tb::request_of(model, 2, parallel, batch);
  r.lora.rank = rank;
  return r;
}

// Of matrix products, all passes of one NPU of each stage.
double product_flops(const StepProgram& program) {
  double all = 0;
  for (const ClassProgram& c : program.classes) {
    for (const StepOp& op : c.ops) {
      if (op.kind != OpKind::compute) continue;
      const ComputeWork& work = base::at(program.works, op.work);
      const bool multiplies =
          std::holds_alternative<GemmWork>(work) || std::holds_alternative<ExpertWork>(work);
      if (multiplies) all += amounts_of(work).flops;
    }
  }
  return all;
}

double bytes_of(const StepProgram& program, OpLabel label) {
  double all = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.label == label && op.kind == OpKind::collective) {
      all += double(base::at(program.comms, op.work).bytes.count());
    }
  }
  return all;
}

// Hu et al. 2021 s4.1: r (in + out) for each matrix. Q, K and V are one here, gate and up too.
double adapters_of_llama_8b(double rank, double layers) {
  return layers * rank * ((4096 + 6144) + (4096 + 4096) + (4096 + 28672) + (14336 + 4096));
}

}  // namespace

TEST_CASE("Frozen weights cost 4 operations a token, adapters 6, all trained weights 6") {
  for (const char* const model : {"llama3-8b", "qwen3-30b-a3b", "deepseek-v3"}) {
    INFO(model);
    const StepRequest all = request("micro_batch=1", 1, 0, model);
    const double tokens = all.tokens();
    const double parameters = matmul_parameters(all.model);
    CHECK(product_flops(training_program(all)) == Approx(6 * parameters * tokens));
    const StepRequest frozen = request("micro_batch=1", 1, 16, model);
    const double adapters = adapter_parameters(frozen.model, frozen.lora);
    CHECK(adapters > 0);
    CHECK(product_flops(training_program(frozen)) ==
          Approx((4 * parameters + 6 * adapters) * tokens));
  }
  CHECK(adapter_parameters(request("micro_batch=1", 1, 16).model,
                           request("micro_batch=1", 1, 16).lora) ==
        Approx(adapters_of_llama_8b(16, 2)));
}

TEST_CASE("Model FLOPs of adapters are those of their products and of attention's both passes") {
  const StepRequest r = request("micro_batch=1", 1, 8);
  const double tokens = r.tokens();
  const double attention =
      training_flops(r.model, tokens, r.tokens()) - 6 * tokens * matmul_parameters(r.model);
  CHECK(training_program(r).model_flops ==
        Approx(attention + 4 * tokens * matmul_parameters(r.model) +
               6 * tokens * adapters_of_llama_8b(8, 2)));
}

TEST_CASE("The split backward pass of a zero-bubble schedule costs what the whole one does") {
  const double whole = product_flops(training_program(request("pp=2,micro_batch=1", 4, 16)));
  CHECK(product_flops(training_program(
            request("pp=2,micro_batch=1,schedule=zero-bubble", 4, 16))) == Approx(whole));
}

TEST_CASE("Only adapters have gradients, states, reductions and updated weights to gather") {
  const double adapters = adapters_of_llama_8b(16, 2);
  const StepRequest r = request("dp=4,zero=1,micro_batch=1", 4, 16);
  const Memory memory = memory_of(r, 0);
  const double all = total_parameters(r.model);
  CHECK(double(memory.weights.count()) == Approx(2 * (all + adapters)));
  CHECK(double(memory.gradients.count()) == Approx(4 * adapters));
  CHECK(double(memory.optimizer.count()) == Approx(12 * adapters / 4));
  const StepProgram program = training_program(r);
  CHECK(bytes_of(program, OpLabel::gradient_reduce) == Approx(4 * adapters));
  CHECK(bytes_of(program, OpLabel::weight_gather) == Approx(2 * adapters / 4));
  // With weights shared out, frozen ones are gathered for each pass, and adapters are reduced.
  const StepProgram sharded = training_program(request("dp=4,zero=3,micro_batch=1", 4, 16));
  CHECK(bytes_of(sharded, OpLabel::gradient_reduce) == Approx(4 * adapters));
  CHECK(bytes_of(sharded, OpLabel::weight_gather) > 2 * all / 4);
}

TEST_CASE("tp splits an adapter on the side on which its matrix is split") {
  const Model m = request("micro_batch=1", 1, 16).model;
  const Lora lora{16, {MatrixOf::qkv, MatrixOf::attention_out}};
  CHECK(adapter_parameters(m, m.kind(0), lora, 4) ==
        Approx(16 * (4096 + 6144 / 4.0) + 16 * (4096 / 4.0 + 4096)));
}

TEST_CASE("What goes into a frozen matrix is kept for its adapter alone") {
  const auto kept = [](std::vector<MatrixOf> modules) {
    StepRequest r = request("micro_batch=1", 1, 16);
    r.lora.modules = std::move(modules);
    return layer_activations(r, plan_of(r), r.model.kind(0)) / r.tokens();
  };
  const StepRequest r = request("micro_batch=1", 1, 0);
  const double all = layer_activations(r, plan_of(r), r.model.kind(0)) / r.tokens();
  const double all_modules =
      kept({MatrixOf::qkv, MatrixOf::attention_out, MatrixOf::ffn_up, MatrixOf::ffn_down});
  CHECK(all_modules == Approx(all));
  // Two norms' results and what the last matrix takes; attention keeps its own result.
  CHECK(kept({MatrixOf::attention_out}) == Approx(all - 2 * 2 * 4096 - 2 * 14336));
  CHECK(kept({MatrixOf::qkv}) == Approx(all - 2 * 4096 - 2 * 14336));
}
