// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/activations.hpp"

#include <algorithm>

#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

// Bytes of one token, values being of two and masks of dropout of one: what sequence parallelism
// shares out, and what tp shares out anyway.
struct TokenBytes {
  double by_tokens = 0;
  double by_tp = 0;
};

// Every other matrix is computed again.
bool remakes_matrices(const StepRequest& r) {
  return r.parallelism.recompute == Recompute::alternate;
}

// Norms' and activations' results are computed again.
bool remakes_cheap(const StepRequest& r) {
  return remakes_matrices(r) ||
         (r.model.fused_attention && r.parallelism.recompute == Recompute::selective);
}

void add_attention_bytes(const StepRequest& r, TokenBytes& bytes) {
  const Model& m = r.model;
  const double heads = m.heads;
  bytes.by_tokens += 2 * m.hidden + (has_dropout(m) ? m.hidden : 0);  // into the norm
  if (!remakes_cheap(r)) bytes.by_tokens += 2 * m.hidden;             // into Q, K and V
  if (m.is_latent()) {
    const LatentSizes& l = m.latent;
    bytes.by_tokens += 2 * (l.q_rank + l.kv_rank + l.rope);
    bytes.by_tp += 2 * heads * (m.size_of_head() + l.nope + l.rope + l.value);
  } else {
    const double tp = r.parallelism.tp;
    const double kv_heads = std::max<double>(m.kv_head_count(), tp);  // copied if fewer than tp
    bytes.by_tp += 2 * heads * m.size_of_head() + (remakes_matrices(r) ? 2 : 4) * kv_heads *
                                                      m.size_of_head() *
                                                      r.parallelism.cp;  // gathered K and V
  }
  bytes.by_tp += 2 * heads * m.size_of_value();     // into the output matrix
  if (m.fused_attention) bytes.by_tp += 4 * heads;  // log of the sum, fp32
}

// Of one value of the width: out of the first matrix or two, into the last.
double inner_bytes(const StepRequest& r) {
  if (remakes_matrices(r)) return 2;
  return (r.model.gated ? 4 : 2) + (remakes_cheap(r) ? 0 : 2);
}

void add_feed_forward_bytes(const StepRequest& r, double inner, TokenBytes& bytes) {
  if (!remakes_cheap(r)) bytes.by_tokens += 2 * r.model.hidden;  // into the first matrix
  bytes.by_tp += inner_bytes(r) * inner;
}

void add_expert_bytes(const StepRequest& r, TokenBytes& bytes) {
  const Model& m = r.model;
  const double k = m.experts.top_k;
  bytes.by_tokens += 2 * m.hidden + 4 * m.experts.count;  // into the router, scores in fp32
  bytes.by_tp += k * (4 * m.hidden + inner_bytes(r) * m.experts.inner);  // in and out of experts
  if (m.experts.shared_inner > 0) add_feed_forward_bytes(r, m.experts.shared_inner, bytes);
}

}  // namespace

double whole_layer_activations(const StepRequest& r, const StepPlan& plan, LayerKind kind) {
  const Model& m = r.model;
  const double tp = r.parallelism.tp;
  TokenBytes bytes;
  add_attention_bytes(r, bytes);
  bytes.by_tokens += 2 * m.hidden + (has_dropout(m) ? m.hidden : 0);  // into the second norm
  if (kind == LayerKind::dense) {
    add_feed_forward_bytes(r, m.inner, bytes);
  } else {
    add_expert_bytes(r, bytes);
  }
  // The softmax's output, its dropout mask and what follows: 2 + 1 + 2 bytes a score.
  const bool scores = !m.fused_attention && r.parallelism.recompute != Recompute::selective;
  if (scores) bytes.by_tp += 5 * double(m.heads) * r.tokens();
  const double tokens = plan.tokens;
  return tokens * (bytes.by_tokens / (shares_tokens(r) ? tp : 1) + bytes.by_tp / tp);
}

double layer_activations(const StepRequest& r, const StepPlan& plan, LayerKind kind) {
  if (r.parallelism.recompute == Recompute::full) {
    return 2 * tokens_outside_tp(r, plan) * r.model.hidden;
  }
  return whole_layer_activations(r, plan, kind);
}

}  // namespace jacquard::workload
