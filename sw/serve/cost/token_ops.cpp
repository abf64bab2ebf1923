// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/serve/cost/serving_op.hpp"

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
  const NumberType type = d.precision.weights;
  // What is compressed is not split by tp: every NPU computes it.
  ops.gemm(OpLabel::qkv, tokens, m.latent.q_rank + compressed, m.hidden, type);
  ops.elementwise(OpLabel::qkv, tokens * (m.latent.q_rank + compressed) * 2 * kValue);
  const double into_queries = m.latent.q_rank > 0 ? m.latent.q_rank : m.hidden;
  ops.gemm(OpLabel::qkv, tokens, heads * key, into_queries, type);
  ops.elementwise(OpLabel::qkv, tokens * (heads + 1) * m.latent.rope * 2 * kValue);
  // Absorbed: queries into the compressed form, results out of it.
  ops.add(OpLabel::qkv,
          workload::GemmWork{tokens, static_cast<double>(m.latent.kv_rank),
                             static_cast<double>(m.latent.nope), heads, NumberType::bf16});
  ops.add(OpLabel::attention_out,
          workload::GemmWork{tokens, static_cast<double>(m.latent.value),
                             static_cast<double>(m.latent.kv_rank), heads, NumberType::bf16});
  ops.gemm(OpLabel::attention_out, tokens, m.hidden, heads * m.latent.value, type);
}

// MiniMax-M2 norms queries and keys over all heads together (its configuration's qk_norm_type is
// "per_layer"), so NPUs that have some of the heads must add up their squares.
bool normed_over_heads(const workload::Model& model) {
  return model.name.rfind("MiniMax-M2", 0) == 0 || model.name.rfind("minimax-m2", 0) == 0;
}

void add_projections(OpList& ops, const Deployment& d, double tokens) {
  const workload::Model& m = d.model;
  const double heads = static_cast<double>(m.heads) / d.tp;
  const double kv_heads = kv_heads_of(d);
  const double queries = heads * m.size_of_head();
  const double keys = kv_heads * m.size_of_head();
  const double values = kv_heads * m.size_of_value();
  ops.gemm(OpLabel::qkv, tokens, queries + keys + values, m.hidden, d.precision.weights);
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
  ops.gemm(OpLabel::attention_out, tokens, m.hidden, heads * m.size_of_value(),
           d.precision.weights);
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
  const double norm = tokens * m.hidden * 4 * kValue;  // adds the residual, and keeps the sum
  ops.elementwise(OpLabel::attention_norm, norm);
  if (m.is_latent()) {
    add_latent_projections(ops, d, tokens);
  } else {
    add_projections(ops, d, tokens);
  }
  ops.all_reduce(OpLabel::tp_comm, d.tp, tokens * m.hidden * kValue);
  ops.elementwise(OpLabel::ffn_norm, norm);
  if (kind == workload::LayerKind::dense) {
    add_feed_forward(ops, d, tokens, m.inner);
    ops.all_reduce(OpLabel::tp_comm, d.tp, tokens * m.hidden * kValue);
    return ops.take();
  }
  ops.gemm(OpLabel::router, tokens, m.experts.count, m.hidden, NumberType::bf16);
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
