// SPDX-License-Identifier: Apache-2.0
// What a layer keeps of its forward pass until its backward pass.
#pragma once

#include "jacquard/workload/step_request.hpp"

namespace jacquard::workload {

// Bytes on one NPU, of one micro-batch. Korthikanti et al. 2022 s4: s b h (34 + 5 a s / h) for a
// GPT without fused attention, the first term's 24 and the second over tp, with sequence
// parallelism all; selective recomputation leaves the second out, and of a
// model with fused attention what norms and activation functions give. Full recomputation keeps the
// layer's input alone. docs/workloads.md has the count for other models.
double layer_activations(const StepRequest& request, const StepPlan& plan, LayerKind kind);
// The same, whatever is recomputed: what a layer needs while it is computed again.
double whole_layer_activations(const StepRequest& request, const StepPlan& plan, LayerKind kind);

}  // namespace jacquard::workload
