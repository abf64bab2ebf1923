// SPDX-License-Identifier: Apache-2.0
// What a layer keeps of its forward pass until its backward pass, and what it needs beside.
#pragma once

#include "jacquard/workload/step_request.hpp"

namespace jacquard::workload {

// Bytes on one NPU, of one micro-batch. Korthikanti et al. 2022 s4: s b h (34 + 5 a s / h) for a
// GPT without fused attention, the first term's 24 and the second over tp, with sequence
// parallelism all; selective recomputation leaves the second out, and of a
// model with fused attention what norms and activation functions give. Full recomputation keeps the
// layer's input alone. docs/train.md has the tensors of other models, which are those
// that Transformer Engine and Megatron-core save.
double layer_activations(const StepRequest& request, const StepPlan& plan, LayerKind kind);
// The same, whatever is recomputed: what a layer needs while it is computed again.
double whole_layer_activations(const StepRequest& request, const StepPlan& plan, LayerKind kind);

// Of modules that predict further tokens, beside their layers: what their norms and matrices take,
// and what the loss keeps of their logits.
double further_activations(const StepRequest& request, const StepPlan& plan, int modules);

// The most that a layer needs beyond what it keeps: gradients of a backward pass that has just
// begun, rows that tp gathers, or of experts the copies that a combine makes on its way back.
double layer_transient(const StepRequest& request, const StepPlan& plan, LayerKind kind);

// Whether matrices keep their inputs as they multiply them, below bf16, and attention its output
// apart.
bool keeps_quantised(const StepRequest& request);
// Of a value that a matrix keeps of its input.
double input_bytes(const StepRequest& request);
// Rows of a micro-batch that an NPU's experts compute, all of them the width that `tp` divides.
double expert_rows(const StepRequest& request, const StepPlan& plan);
// Whether tp splits each expert.
bool splits_experts(const StepRequest& request);

}  // namespace jacquard::workload
