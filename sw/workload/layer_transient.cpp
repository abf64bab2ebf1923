// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/workload/activations.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

// Of a feed-forward part whose matrices have rows x width values between them: beyond what is kept,
// after the last matrix's backward pass; after the activation function's, while what it gave the
// last matrix is free again; after the first matrix's.
double feed_forward_transient(const StepRequest& r, const StepPlan& plan, double values) {
  const bool gathers = shares_tokens(r);
  const double rows = 2 * plan.tokens * r.model.hidden;  // of all members of tp
  const double into_last = input_bytes(r);
  const double out_of_first = r.model.gated ? 4 : 2;
  const double last = (gathers ? rows : 0) + 2 * values;
  const double activation = (2 + out_of_first - into_last) * values;
  const double first = (gathers ? 2 : 1) * rows - into_last * values;
  return std::max({last, activation, first});
}

// Megatron-core's dispatcher: while what experts gave is put back in order and sent home, a layer
// has four copies of its rows: as they were sent, as experts gave them, in order, and come home.
// In fp8 also as they came, which the experts' matrices keep in bytes. Backward it has fewer.
double expert_transient(const StepRequest& r, const StepPlan& plan) {
  const double rows = expert_rows(r, plan);
  const double values = rows * r.model.experts.inner / (splits_experts(r) ? r.parallelism.tp : 1.0);
  const double copies = keeps_quantised(r) ? 5 : 4;
  const double combine = copies * 2 * rows * r.model.expert_width();
  const double activation = (r.model.gated ? 4 : 2) * values;
  return std::max(combine, activation);
}

}  // namespace

double layer_transient(const StepRequest& r, const StepPlan& plan, LayerKind kind) {
  const double gradient = 2 * tokens_outside_tp(r, plan) * r.model.hidden;
  if (kind.feed == FeedForward::experts) return gradient + expert_transient(r, plan);
  if (kind.feed == FeedForward::none) return gradient;
  const double values = plan.tokens * r.model.inner / r.parallelism.tp;
  return gradient + feed_forward_transient(r, plan, values);
}

}  // namespace jacquard::workload
