// SPDX-License-Identifier: Apache-2.0
// The generator: a step's operations from a model and its parallelism (docs/workloads.md).
#pragma once

#include "jacquard/workload/step_request.hpp"

namespace jacquard::workload {

// One class for each stage. Throws ConfigError as plan_of(). `spare`: a program that nobody needs,
// whose memory the new one takes.
StepProgram training_program(const StepRequest& request, StepProgram spare = {});
// Of prefill, or of one step of decoding.
StepProgram inference_program(const StepRequest& request);

}  // namespace jacquard::workload
