// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/workload/mixers.hpp"

namespace jacquard::serve {
namespace {

using workload::NumberType;
using workload::OpLabel;

// Values that a kernel reads and writes, in bf16.
constexpr double kValue = 2;

void add_latent_projections(OpList& ops, const Deployment& d, double tokens) {
  const workload::Model& m = d.model;
  const double heads = static_cast<double>(m.heads) / d.tp;
  const double key = m.latent.nope + m.latent.rope;
  const double compressed = m.latent.kv_rank + m.latent.rope;
  const workload::IndexWidths index = workload::index_widths(m, workload::Mixer::attention);
  const double gate = m.output_gate ? heads * m.latent.value : 0;
  const NumberType type = d.precision.weights;
  // What is compressed is not split by tp: every NPU computes it.
  ops.gemm(OpLabel::qkv, tokens, m.latent.q_rank + compressed + index.key + gate, m.hidden, type);
  ops.elementwise(OpLabel::qkv, tokens * (m.latent.q_rank + compressed) * 2 * kValue);
  const double into_queries = m.latent.q_rank > 0 ? m.latent.q_rank : m.hidden;
  ops.gemm(OpLabel::qkv, tokens, heads * key + index.queries, into_queries, type);
  ops.elementwise(OpLabel::qkv, tokens * (heads + 1) * m.latent.rope * 2 * kValue);
  // Absorbed: queries into the compressed form, results out of it.
  ops.add(OpLabel::qkv,
          workload::GemmWork{tokens, static_cast<double>(m.latent.kv_rank),
                             static_cast<double>(m.latent.nope), heads, NumberType::bf16});
  ops.add(OpLabel::attention_out,
          workload::GemmWork{tokens, static_cast<double>(m.latent.value),
                             static_cast<double>(m.latent.kv_rank), heads, NumberType::bf16});
  if (gate > 0) ops.elementwise(OpLabel::attention_out, tokens * gate * 3 * kValue);
  ops.gemm(OpLabel::attention_out, tokens, m.hidden, heads * m.latent.value, type);
}

void add_linear_projections(OpList& ops, const Deployment& d, double tokens) {
  const workload::Model& m = d.model;
  const workload::LinearSizes& l = m.linear;
  const double values = static_cast<double>(l.value_heads) * l.value_size / d.tp;
  const double keys = static_cast<double>(l.key_heads) * l.key_size / d.tp;
  const NumberType type = d.precision.weights;
  const double gate = workload::linear_output_gate(m) / (l.gate_rank > 0 ? 1 : d.tp);
  ops.gemm(OpLabel::qkv, tokens, 2 * keys + values + gate + workload::linear_gates(m) / d.tp,
           m.hidden, type);
  ops.gemm(OpLabel::qkv, tokens, values, l.gate_rank, type);
  ops.gemm(OpLabel::qkv, tokens, keys, workload::linear_rank(m), type);
  ops.elementwise(OpLabel::attention_out, tokens * values * 3 * kValue);  // the gated norm
  ops.gemm(OpLabel::attention_out, tokens, m.hidden, values, type);
}

// Adds the residual, and keeps the sum; what a part gave is normed first where the model does so.
double norm_bytes(const workload::Model& m, double tokens) {
  return tokens * m.hidden * (m.post_norms ? 6 : 4) * kValue;
}

// MiniMax-M2 norms queries and keys over all heads together (its configuration's qk_norm_type is
// "per_layer"), so NPUs that have some of the heads must add up their squares.
bool normed_over_heads(const workload::Model& model) {
  return model.name.rfind("MiniMax-M2", 0) == 0 || model.name.rfind("minimax-m2", 0) == 0;
}

void add_projections(OpList& ops, const Deployment& d, workload::Mixer mixer, double tokens) {
  const workload::Model& m = d.model;
  const workload::AttentionHeads h = m.attention(mixer);
  const double heads = static_cast<double>(h.heads) / d.tp;
  const double kv_heads = kv_heads_of(d, mixer);
  const double queries = heads * h.key;
  const double keys = kv_heads * h.key;
  const double values = h.shared_kv ? 0 : kv_heads * h.value;
  const double gate = m.output_gate ? heads * h.value : 0;
  const workload::IndexWidths index = workload::index_widths(m, mixer);
  const double first = m.query_rank > 0 ? m.query_rank : queries;
  ops.gemm(OpLabel::qkv, tokens, first + keys + values + gate + index.key + index.queries, m.hidden,
           d.precision.weights);
  ops.gemm(OpLabel::qkv, tokens, queries, m.query_rank, d.precision.weights);
  if (m.head_norms) ops.elementwise(OpLabel::qkv, tokens * (queries + keys) * 2 * kValue);
  if (m.head_norms && normed_over_heads(m)) {
    // In fp32: squares summed for queries and for keys, added up over NPUs, and both scaled.
    constexpr double kWide = 4;
    ops.elementwise(OpLabel::qkv, tokens * queries * kWide);
    ops.elementwise(OpLabel::qkv, tokens * keys * kWide);
    ops.all_reduce(OpLabel::tp_comm, d.tp, tokens * 2 * kWide);
    ops.elementwise(OpLabel::qkv, tokens * (queries + keys) * 2 * kWide);
  }
  if (m.positions == 0) ops.elementwise(OpLabel::qkv, tokens * (queries + keys) * 2 * kValue);
  if (gate > 0) ops.elementwise(OpLabel::attention_out, tokens * gate * 3 * kValue);
  ops.gemm(OpLabel::attention_out, tokens, m.hidden, heads * h.value, d.precision.weights);
}

void add_mixer(OpList& ops, const Deployment& d, workload::Mixer mixer, double tokens) {
  const workload::Model& m = d.model;
  ops.elementwise(OpLabel::attention_norm, norm_bytes(m, tokens));
  if (mixer == workload::Mixer::linear) {
    add_linear_projections(ops, d, tokens);
  } else if (m.is_latent()) {
    add_latent_projections(ops, d, tokens);
  } else {
    add_projections(ops, d, mixer, tokens);
  }
  ops.all_reduce(OpLabel::tp_comm, d.tp, tokens * m.hidden * kValue);
}

void add_feed_forward(OpList& ops, const Deployment& d, double tokens, double inner) {
  const workload::Model& m = d.model;
  const double width = inner / d.tp;
  ops.gemm(OpLabel::ffn_up, tokens, width * (m.gated ? 2 : 1), m.hidden, d.precision.weights);
  ops.elementwise(OpLabel::activation, tokens * width * (m.gated ? 3 : 2) * kValue);
  ops.gemm(OpLabel::ffn_down, tokens, m.hidden, width, d.precision.weights);
}

}  // namespace

std::vector<ServingOp> token_ops(const Deployment& d, workload::LayerKind kind, double tokens) {
  const workload::Model& m = d.model;
  OpList ops;
  if (kind.mixer != workload::Mixer::none) add_mixer(ops, d, kind.mixer, tokens);
  if (kind.feed == workload::FeedForward::none) return ops.take();
  ops.elementwise(OpLabel::ffn_norm, norm_bytes(m, tokens));
  if (kind.feed == workload::FeedForward::dense) {
    add_feed_forward(ops, d, tokens, m.inner);
    ops.all_reduce(OpLabel::tp_comm, d.tp, tokens * m.hidden * kValue);
    return ops.take();
  }
  ops.gemm(OpLabel::router, tokens, m.experts.count, m.hidden, NumberType::bf16);
  ops.gemm(OpLabel::router, tokens, m.experts.latent, m.hidden, d.precision.weights);
  ops.gemm(OpLabel::router, tokens, m.hidden, m.experts.latent, d.precision.weights);
  if (m.experts.shared_inner > 0) add_feed_forward(ops, d, tokens, m.experts.shared_inner);
  return ops.take();
}

std::vector<ServingOp> embedding_ops(const Deployment& d, double tokens) {
  OpList ops;
  const double bytes = tokens * d.model.hidden * kValue;
  ops.elementwise(OpLabel::embedding, 2 * bytes);
  ops.all_reduce(OpLabel::tp_comm, d.tp, bytes);  // rows of the table lie on all NPUs
  return ops.take();
}

std::vector<ServingOp> sampling_ops(const Deployment& d, double samples) {
  OpList ops;
  const workload::Model& m = d.model;
  ops.elementwise(OpLabel::ffn_norm, samples * m.hidden * 4 * kValue);
  const double vocabulary = m.vocabulary;
  ops.gemm(OpLabel::logits, samples, vocabulary / d.tp, m.hidden, NumberType::bf16);
  ops.communicate(OpLabel::tp_comm, workload::CollectiveKind::all_gather, d.tp,
                  samples * vocabulary / d.tp * kValue);
  // Into fp32, by the temperature, and the maximum or a draw: logits are read and written twice.
  constexpr double kPasses = 4;
  ops.elementwise(OpLabel::other, samples * vocabulary * 4 * kPasses);
  return ops.take();
}

}  // namespace jacquard::serve
