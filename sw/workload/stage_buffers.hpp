// SPDX-License-Identifier: Apache-2.0
// What a stage needs at its fullest beyond parameters and kept activations.
#pragma once

#include "jacquard/workload/stage_share.hpp"

namespace jacquard::workload {

struct StageState {
  double kept = 0;     // bytes of activations, of all micro-batches in flight
  double pass = 0;     // those of one pass
  double updated = 0;  // parameters that the optimizer updates
};

// Of a step as Megatron-core runs it: the fullest of these moments, and what is always there.
//   a layer        gradients and gathered rows of the layer whose backward pass begins
//   the loss       logits in bf16 and fp32 (Megatron-core's cross-entropy, in place)
//   the embedding  its gradient, when the activations of a micro-batch are free
//   the optimizer  gradients in fp32, when they were summed in bf16 and all activations are free
double megatron_buffers(const StepRequest& request, const StepPlan& plan, const StageShare& share,
                        const StageState& state);

// Of a step as fully_shard (FSDP2) and torchtitan run it.
double fsdp_buffers(const StepRequest& request, const StepPlan& plan, const StageShare& share);

// Bytes of logits beyond parameters in inference, bf16.
double inference_logits(const StepRequest& request, const StepPlan& plan);

}  // namespace jacquard::workload
