// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/activations.hpp"

#include <algorithm>

#include "jacquard/workload/mixers.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

// Bytes of one token, values being of two and masks of dropout of one: what sequence parallelism
// shares out, what tp shares out anyway, and what every member of tp has whole.
struct TokenBytes {
  double by_tokens = 0;
  double by_tp = 0;
  double whole = 0;
};

// Every other matrix is computed again.
bool remakes_matrices(const StepRequest& r) {
  return r.parallelism.recompute == Recompute::alternate;
}

// Norms' and activations' results are computed again.
bool remakes_cheap(const StepRequest& r) {
  const Recompute recompute = r.parallelism.recomputes();
  return remakes_matrices(r) || recompute == Recompute::experts ||
         (r.model.fused_attention && recompute == Recompute::selective);
}

// Attention's products are computed again.
bool remakes_products(const StepRequest& r) {
  const Recompute recompute = r.parallelism.recomputes();
  return recompute == Recompute::core_attention ||
         (!r.model.fused_attention && recompute == Recompute::selective);
}

// Whether what goes into a matrix is kept: frozen weights without an adapter have no gradient.
bool keeps_input(const StepRequest& r, MatrixOf of) {
  return !r.lora.freezes() || r.lora.adapts(of);
}

// Of a value that a norm gives to `matrices` matrices: in fp8 each has a copy.
double normed_bytes(const StepRequest& r, int matrices, MatrixOf of = MatrixOf::qkv) {
  if (remakes_cheap(r) || !keeps_input(r, of)) return 0;
  return keeps_quantised(r) ? matrices * input_bytes(r) : 2;
}

double mask_bytes(const Model& m) { return has_dropout(m) && !m.fused_attention ? 1 : 0; }

void add_latent_bytes(const StepRequest& r, TokenBytes& bytes) {
  const LatentSizes& l = r.model.latent;
  const double heads = r.model.heads;
  bytes.by_tokens += normed_bytes(r, 2) * r.model.hidden;  // to queries, and to keys and values
  // What comes out of the first matrices, and its norm.
  bytes.by_tokens +=
      2 * (l.q_rank + l.kv_rank + l.rope) + normed_bytes(r, 1) * (l.q_rank + l.kv_rank);
  bytes.by_tp += 2 * heads * (r.model.size_of_head() + l.nope + l.rope + l.value);
}

void add_grouped_bytes(const StepRequest& r, Mixer mixer, TokenBytes& bytes) {
  const Model& m = r.model;
  const AttentionHeads h = m.attention(mixer);
  bytes.by_tokens += normed_bytes(r, 1) * m.hidden;
  const double tp = r.parallelism.tp;
  const double kv_heads = std::max<double>(h.kv_heads, tp);  // copied if fewer than tp
  const double kv = remakes_matrices(r) ? h.key : h.key_and_value();
  bytes.by_tp += 2 * h.heads * h.key + 2 * kv_heads * kv;
  // What is normed, and its fp32 root mean square.
  if (m.head_norms) bytes.by_tp += (h.heads + kv_heads) * (2 * h.key + 4);
}

// Queries, keys and values before and behind the convolution, the gate, and what is gated.
void add_linear_bytes(const StepRequest& r, TokenBytes& bytes) {
  const LinearSizes& l = r.model.linear;
  const double values = double(l.value_heads) * l.value_size;
  const double qkv = 2.0 * l.key_heads * l.key_size + values;
  bytes.by_tokens += normed_bytes(r, 1) * r.model.hidden;
  bytes.by_tp += 2 * ((l.conv > 0 ? 2 : 1) * qkv + 2 * values) + 4 * linear_gates(r.model);
  bytes.by_tp += input_bytes(r) * values;
}

void add_mixer_bytes(const StepRequest& r, Mixer mixer, TokenBytes& bytes) {
  if (mixer == Mixer::none) return;
  const Model& m = r.model;
  bytes.by_tokens += (2 + mask_bytes(m)) * m.hidden;  // into the norm
  if (mixer == Mixer::linear) return add_linear_bytes(r, bytes);
  if (m.is_latent()) {
    add_latent_bytes(r, bytes);
  } else {
    add_grouped_bytes(r, mixer, bytes);
  }
  const AttentionHeads h = m.attention(mixer);
  if (m.output_gate) bytes.by_tp += 4 * h.heads * h.value;  // the gate, and what it gates
  if (mixer == Mixer::attention && m.is_sparse()) {
    // Of an indexer queries and key, and the numbers of the keys that it chooses.
    bytes.by_tokens += 2 * m.index_share() * (m.index.heads + 1.0) * m.index.size;
    bytes.by_tokens += 4.0 * std::min<double>(m.index.top_k, r.tokens());
  }
  // Attention's result is the output matrix's input, in bf16 one tensor for both.
  const bool kept = m.fused_attention && !remakes_products(r);
  const double twice = keeps_quantised(r) && kept ? 2 : 0;
  bytes.by_tp += (input_bytes(r) + twice) * h.heads * h.value;
  if (kept) bytes.by_tp += 4.0 * h.heads;  // log of the sum, fp32
}

// Of one value of the width: out of the first matrix or two, into the last.
double inner_bytes(const StepRequest& r, MatrixOf last) {
  if (remakes_matrices(r)) return 2;
  const bool kept = keeps_input(r, last) && !remakes_cheap(r);
  return (r.model.gated ? 4 : 2) + (kept ? input_bytes(r) : 0);
}

// Of the router: its scores and probabilities in fp32, those of the balancing loss, a map of bytes,
// and the permutation's map of two 4-byte numbers.
constexpr double kRouterBytes = 4 + 4 + 4 + 1 + 8;

void add_expert_bytes(const StepRequest& r, TokenBytes& bytes) {
  const Model& m = r.model;
  const double k = m.experts.top_k;
  // Into the router, and shared experts.
  if (keeps_input(r, MatrixOf::router)) bytes.by_tokens += (remakes_cheap(r) ? 0 : 2) * m.hidden;
  bytes.by_tokens += kRouterBytes * m.experts.count;
  // Probabilities weigh what the activation function gives, so what experts give is not kept.
  if (keeps_input(r, MatrixOf::experts)) {
    (splits_experts(r) ? bytes.whole : bytes.by_tp) += k * input_bytes(r) * m.expert_width();
  }
  bytes.by_tokens += 2.0 * m.experts.latent;
  bytes.by_tp += k * inner_bytes(r, MatrixOf::experts) * m.experts.inner;
  if (m.experts.shared_inner > 0) {
    if (keeps_quantised(r)) bytes.by_tokens += normed_bytes(r, 1, MatrixOf::shared) * m.hidden;
    bytes.by_tp += inner_bytes(r, MatrixOf::shared) * m.experts.shared_inner;
  }
}

}  // namespace

bool keeps_quantised(const StepRequest& r) {
  return bytes_per_value(r.type) < 2 && !shards_as_fsdp(r);
}

double input_bytes(const StepRequest& r) {
  return keeps_quantised(r) ? bytes_per_value(r.type) : 2;
}

bool splits_experts(const StepRequest& r) { return r.parallelism.expert_tp() > 1; }

double expert_rows(const StepRequest& r, const StepPlan& plan) {
  const double tokens = splits_experts(r) ? plan.tokens : tokens_outside_tp(r, plan);
  return tokens * r.model.experts.top_k;
}

double whole_layer_activations(const StepRequest& r, const StepPlan& plan, LayerKind kind) {
  const Model& m = r.model;
  const double tp = r.parallelism.tp;
  TokenBytes bytes;
  add_mixer_bytes(r, kind.mixer, bytes);
  if (kind.feed != FeedForward::none) {
    bytes.by_tokens += (2 + mask_bytes(m)) * m.hidden;  // into the second norm
  }
  if (kind.feed == FeedForward::dense) {
    bytes.by_tokens += normed_bytes(r, 1, MatrixOf::ffn_up) * m.hidden;
    bytes.by_tp += inner_bytes(r, MatrixOf::ffn_down) * m.inner;
  } else if (kind.feed == FeedForward::experts) {
    add_expert_bytes(r, bytes);
  }
  // The softmax's output, its dropout mask and what follows: 2 + 1 + 2 bytes a score.
  if (!m.fused_attention && attends(kind.mixer) && !remakes_products(r))
    bytes.by_tp += 5 * double(m.heads) * r.tokens();
  const double tokens = plan.tokens;
  return tokens * (bytes.by_tokens / (shares_tokens(r) ? tp : 1) + bytes.by_tp / tp + bytes.whole);
}

double layer_activations(const StepRequest& r, const StepPlan& plan, LayerKind kind) {
  if (r.parallelism.recompute == Recompute::full) {
    return 2 * tokens_outside_tp(r, plan) * r.model.hidden;
  }
  const double whole = whole_layer_activations(r, plan, kind);
  if (r.parallelism.recompute != Recompute::experts || kind.feed != FeedForward::experts) {
    return whole;
  }
  // Of a layer of experts its input, and what its norm gives.
  const double rows = tokens_outside_tp(r, plan) * r.model.hidden;
  return whole_layer_activations(r, plan, {kind.mixer, FeedForward::none}) + 4 * rows;
}

// Two norms' inputs and the matrix's, which is what both give; the last norm's, and what it gives.
// Of each logit the softmax in fp32, as all losses are computed before their gradients.
double further_activations(const StepRequest& r, const StepPlan& plan, int modules) {
  if (modules == 0) return 0;
  const double inputs = keeps_input(r, MatrixOf::ffn_up) ? 2 * input_bytes(r) : 0;
  const double rows = tokens_outside_tp(r, plan) * r.model.hidden * (2 * 2 + inputs + 2 * 2);
  const double logits = plan.tokens * r.model.vocabulary / r.parallelism.tp;
  return modules * (rows + 4 * logits);
}

}  // namespace jacquard::workload
