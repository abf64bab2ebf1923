// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/training.hpp"

#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/stage_builder.hpp"

namespace jacquard::workload {
namespace {

StepProgram program_of(const StepRequest& request, StepProgram spare = {}) {
  const StepPlan plan = plan_of(request);
  StepProgram program;
  program.classes = std::move(spare.classes);
  for (ClassProgram& of_class : program.classes) {
    of_class.ops.clear();
    of_class.dependencies.clear();
  }
  program.grid = request.parallelism.grid();
  const StepWorks works = add_works(request, plan, program);
  program.classes.resize(base::index(request.parallelism.pp));
  for (int stage = 0; stage < request.parallelism.pp; ++stage) {
    StageBuilder(request, plan, works, stage, program).build();
  }
  return program;
}

}  // namespace

StepProgram training_program(const StepRequest& request, StepProgram spare) {
  StepProgram program = program_of(request, std::move(spare));
  const double tokens = double(request.batch) * request.tokens() * request.packed_filled;
  const double sequence =
      request.packed.empty() ? request.tokens() : request.packed_mean / request.packed_filled;
  program.model_flops = training_flops(request.model, tokens, sequence);
  if (request.lora.freezes()) {
    program.model_flops -= 2 * tokens * matmul_parameters(request.model);
    program.model_flops += 6 * tokens * adapter_parameters(request.model, request.lora);
  }
  return program;
}

StepProgram inference_program(const StepRequest& request) {
  StepProgram program = program_of(request);
  const bool decode = request.kind == StepKind::decode;
  const double sequences = request.batch;
  program.model_flops = decode ? decode_flops(request.model, sequences, request.tokens())
                               : prefill_flops(request.model, sequences, request.tokens());
  program.source = decode ? "decode step" : "prefill";
  return program;
}

}  // namespace jacquard::workload
