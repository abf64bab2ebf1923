// SPDX-License-Identifier: Apache-2.0
// What a step holds in an NPU's memory, by class (docs/train.md has the rules).
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/workload/step_request.hpp"

namespace jacquard::workload {

struct Memory {
  base::Bytes weights{0};
  base::Bytes gradients{0};
  base::Bytes optimizer{0};  // master weights and moments
  base::Bytes activations{0};
  base::Bytes kv{0};       // of inference
  base::Bytes buffers{0};  // gathered weights, logits, what is in flight

  base::Bytes total() const { return weights + gradients + optimizer + activations + kv + buffers; }
};

// Of an NPU of pipeline stage `stage`, at its fullest.
Memory memory_of(const StepRequest& request, int stage);
Memory memory_of(const StepRequest& request, const StepPlan& plan, int stage);  // of plan_of()
// Of the stage that needs most.
Memory largest_memory(const StepRequest& request);

// A change of knobs that fits.
struct Fit {
  std::string change;  // "recompute=full", "tp=8,dp=32"
  Parallelism parallelism;
  Memory memory;
};
// The smallest changes that make the request fit `limit`, the one that changes least first: one
// knob, else two. The number of NPUs stays. Empty: none of them fits.
std::vector<Fit> nearest_fits(const StepRequest& request, base::Bytes limit);

// Throws ConfigError at request.place with the breakdown and the nearest knobs that fit.
void require_fits(const StepRequest& request, base::Bytes limit);

}  // namespace jacquard::workload
