// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/model_parameters.hpp"

#include <algorithm>

namespace jacquard::workload {
namespace {

double grouped_attention(const Model& m) {
  const double q = m.heads * m.size_of_head();
  const double kv = 2 * m.kv_head_count() * m.size_of_head();
  double bias = m.biases || m.qkv_bias ? q + kv : 0;
  if (m.biases) bias += m.hidden;
  return m.hidden * (q + kv) + q * m.hidden + bias;
}

// The two compressed forms are normed.
double latent_attention(const Model& m, bool matrices_only) {
  const LatentSizes& l = m.latent;
  const double q = m.heads * m.size_of_head();
  const double queries = l.q_rank > 0 ? l.q_rank * (m.hidden + q) : m.hidden * q;
  const double keys =
      m.hidden * double(l.kv_rank + l.rope) + l.kv_rank * (double(m.heads) * (l.nope + l.value));
  const double norms = matrices_only ? 0 : l.q_rank + l.kv_rank;
  return queries + keys + double(m.heads) * l.value * m.hidden + norms;
}

double attention_matrices(const Model& m) {
  if (m.is_latent()) return latent_attention(m, true);
  const double q = m.heads * m.size_of_head();
  return m.hidden * (2 * q + 2 * m.kv_head_count() * m.size_of_head());
}

double feed_forward(const Model& m, double inner) {
  return (m.gated ? 3 : 2) * double(m.hidden) * inner;
}

double norm(const Model& m) { return m.hidden * (m.layer_norm ? 2.0 : 1.0); }

// Keys that a query of a sequence meets on average: half of the sequence where it is causal, less
// what lies before the window.
double mean_keys(const Model& m, double sequence) {
  if (m.encoder) return sequence;
  const double before = m.window > 0 ? std::max(0.0, sequence - m.window) : 0;
  return (sequence - before * before / sequence) / 2;
}

// Operations of attention for each query and key, forward.
double attention_flops(const Model& m) {
  return 2.0 * m.layers * m.heads * (m.size_of_head() + m.size_of_value());
}

}  // namespace

LayerParameters layer_parameters(const Model& m, LayerKind kind) {
  LayerParameters p;
  p.attention = m.is_latent() ? latent_attention(m, false) : grouped_attention(m);
  p.norms = 2 * norm(m);
  if (kind == LayerKind::dense) {
    p.ffn = feed_forward(m, m.inner) + (m.biases ? m.inner + m.hidden : 0);
    return p;
  }
  p.experts = m.experts.count * feed_forward(m, m.experts.inner);
  p.shared = feed_forward(m, m.experts.shared_inner);
  p.router = double(m.hidden) * m.experts.count;
  return p;
}

EdgeParameters edge_parameters(const Model& m) {
  EdgeParameters p;
  const double hidden = m.hidden;
  p.embedding = (double(m.vocabulary) + m.positions) * hidden;
  if (m.patch_values > 0) p.embedding += (m.patch_values + 1) * hidden;
  if (m.classes > 0) p.embedding += hidden;  // the token that is classified
  p.final_norm = norm(m);
  if (!m.tied_embeddings) p.output = m.vocabulary * hidden;
  if (m.classes > 0) p.output += m.classes * (hidden + 1);
  return p;
}

double total_parameters(const Model& m) {
  const EdgeParameters edge = edge_parameters(m);
  return edge.embedding + edge.final_norm + edge.output +
         m.layers_of(LayerKind::dense) * layer_parameters(m, LayerKind::dense).total() +
         m.layers_of(LayerKind::experts) * layer_parameters(m, LayerKind::experts).total();
}

double active_parameters(const Model& m) {
  const double idle = m.experts.count - m.experts.top_k;
  return total_parameters(m) -
         m.layers_of(LayerKind::experts) * idle * feed_forward(m, m.experts.inner);
}

double matmul_parameters(const Model& m) {
  const double expert_layer = feed_forward(m, m.experts.inner) * m.experts.top_k +
                              feed_forward(m, m.experts.shared_inner) +
                              double(m.hidden) * m.experts.count;
  return m.layers * attention_matrices(m) +
         m.layers_of(LayerKind::dense) * feed_forward(m, m.inner) +
         m.layers_of(LayerKind::experts) * expert_layer +
         (double(m.vocabulary) + m.patch_values) * m.hidden;
}

double training_flops(const Model& m, double tokens, double sequence) {
  return 3 * tokens * (2 * matmul_parameters(m) + attention_flops(m) * mean_keys(m, sequence));
}

double prefill_flops(const Model& m, double sequences, double tokens) {
  const double logits = double(m.vocabulary) * m.hidden;
  return sequences * (training_flops(m, tokens, tokens) / 3 - 2 * logits * (tokens - 1));
}

double decode_flops(const Model& m, double sequences, double tokens) {
  const double keys = m.window > 0 ? std::min<double>(m.window, tokens + 1) : tokens + 1;
  return sequences * (2 * matmul_parameters(m) + attention_flops(m) * keys);
}

}  // namespace jacquard::workload
