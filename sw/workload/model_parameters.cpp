// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/model_parameters.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/workload/mixers.hpp"

namespace jacquard::workload {
namespace {

// Of one layer. `matrices_only`: without biases, norms, convolutions and gates of a head.
double grouped_attention(const Model& m, Mixer mixer, bool matrices_only) {
  const AttentionHeads h = m.attention(mixer);
  const double q = h.heads * h.key;
  const double kv = h.kv_heads * h.key_and_value();
  const double gate = m.output_gate ? h.heads * h.value : 0;
  double bias = 0;
  if (!matrices_only) {
    if (m.biases || m.qkv_bias) bias += q + kv;
    if (m.biases) bias += m.hidden;
  }
  const double norm = matrices_only ? 0 : m.query_rank;
  const double queries = m.query_rank > 0 ? m.query_rank * (m.hidden + q) + norm : m.hidden * q;
  return queries + m.hidden * (kv + gate) + h.heads * h.value * m.hidden + bias;
}

// The two compressed forms are normed.
double latent_attention(const Model& m, bool matrices_only) {
  const LatentSizes& l = m.latent;
  const double q = m.heads * m.size_of_head();
  const double queries = l.q_rank > 0 ? l.q_rank * (m.hidden + q) : m.hidden * q;
  const double keys =
      m.hidden * double(l.kv_rank + l.rope) + l.kv_rank * (double(m.heads) * (l.nope + l.value));
  const double norms = matrices_only ? 0 : l.q_rank + l.kv_rank;
  const double gate = m.output_gate ? double(m.hidden) * m.heads * l.value : 0;
  return queries + keys + gate + double(m.heads) * l.value * m.hidden + norms;
}

// Queries of the index come from the compressed queries, its key and the weights of its heads from
// the layer's input. The key is normed.
double indexer(const Model& m, bool matrices_only) {
  const IndexSizes& i = m.index;
  const double into_queries = m.latent.q_rank > 0 ? m.latent.q_rank : m.hidden;
  const double matrices =
      into_queries * i.heads * i.size + double(m.hidden) * (double(i.size) + i.heads);
  return m.index_share() * (matrices + (matrices_only ? 0 : 2.0 * i.size));
}

// Queries, keys, values, the output's gate, and gates of a head or a channel; then the output.
double linear_attention(const Model& m, bool matrices_only) {
  using Rule = LinearSizes::Rule;
  const LinearSizes& l = m.linear;
  const double qk = 2.0 * l.key_heads * l.key_size;
  const double v = double(l.value_heads) * l.value_size;
  const double matrices = m.hidden * (qk + v + linear_output_gate(m) + linear_gates(m)) +
                          l.gate_rank * v + linear_rank(m) * qk / 2 + v * m.hidden;
  if (matrices_only) return matrices;
  if (l.rule == Rule::mamba) return matrices + (qk + v) * (l.conv + 1) + 3.0 * l.value_heads + v;
  const double decays = l.rule == Rule::channels ? qk / 2 + l.value_heads : 2.0 * l.value_heads;
  return matrices + (qk + v) * l.conv + decays + l.value_size;
}

double mixer_parameters(const Model& m, Mixer mixer, bool matrices_only) {
  if (mixer == Mixer::none) return 0;
  if (mixer == Mixer::linear) return linear_attention(m, matrices_only);
  const double index = mixer == Mixer::attention ? indexer(m, matrices_only) : 0;
  return index + (m.is_latent() ? latent_attention(m, matrices_only)
                                : grouped_attention(m, mixer, matrices_only));
}

double feed_forward(const Model& m, double inner) {
  return (m.gated ? 3 : 2) * double(m.hidden) * inner;
}

double norm(const Model& m) { return m.hidden * (m.layer_norm ? 2.0 : 1.0); }

// Of a layer of experts, between hidden and what experts take and give.
double latent_matrices(const Model& m) {
  return m.experts.latent > 0 ? 2.0 * m.hidden * m.experts.latent : 0;
}

double expert(const Model& m) {
  return (m.gated ? 3 : 2) * double(m.expert_width()) * m.experts.inner;
}

// Keys that a query of a sequence meets on average: half of the sequence where it is causal, less
// what lies before the window.
double mean_keys(const Model& m, Mixer mixer, double sequence) {
  if (m.encoder) return sequence;
  if (mixer == Mixer::chunk) {
    const double whole = std::floor(sequence / m.window) * m.window;  // in whole chunks
    const double rest = sequence - whole;
    return (whole * m.window + rest * rest) / (2 * sequence);
  }
  const double most = keys_seen(m, mixer);
  const double before = most > 0 ? std::max(0.0, sequence - most) : 0;
  return (sequence - before * before / sequence) / 2;
}

// Of a query that `keys` come before, itself included.
double keys_of_next(const Model& m, Mixer mixer, double keys) {
  if (mixer == Mixer::chunk && keys > m.window) return m.window / 2.0;
  const double most = keys_seen(m, mixer);
  return most > 0 ? std::min(most, keys) : keys;
}

// Operations of attention for each token, forward, in all layers; `keys` gives those that a layer's
// query meets, and `all` those that its indexer scores. `decode`: states take one token at a time.
template <class Keys>
double mixing_flops(const Model& m, const Keys& keys, double all, bool decode) {
  double flops = 0;
  for (const Mixer mixer : kAllMixers) {
    const int layers = m.layers_of(mixer);
    if (layers == 0 || mixer == Mixer::none) continue;
    if (mixer == Mixer::linear) {
      LinearAttentionWork work = linear_work(m);
      work.decode = decode;
      flops += layers * amounts_of(work).flops;
      continue;
    }
    const AttentionHeads h = m.attention(mixer);
    flops += 2.0 * layers * h.heads * (h.key + h.value) * keys(mixer);
    if (mixer != Mixer::attention) continue;
    flops += 2.0 * layers * m.index_share() * m.index.heads * m.index.size * all;
  }
  return flops;
}

int parts_of(LayerKind kind) {
  return (kind.mixer == Mixer::none ? 0 : 1) + (kind.feed == FeedForward::none ? 0 : 1);
}

}  // namespace

double copied_parameters(const Model& m, Mixer mixer, double tp) {
  if (!attends(mixer)) return 0;
  const double index = mixer == Mixer::attention ? indexer(m, false) : 0;
  if (m.is_latent()) {
    const LatentSizes& l = m.latent;
    return index + double(m.hidden) * (l.q_rank + l.kv_rank + l.rope) + l.q_rank + l.kv_rank;
  }
  const AttentionHeads h = m.attention(mixer);
  const double down = double(m.hidden) * m.query_rank;
  if (h.kv_heads >= tp) return index + down;
  // Of (kv - x) / tp + x each member has a head: x = kv (tp / heads - 1) / (tp - 1).
  const double kv = double(m.hidden) * h.kv_heads * h.key_and_value();
  return index + down + kv * (tp / h.kv_heads - 1) / (tp - 1);
}

LayerParameters layer_parameters(const Model& m, LayerKind kind) {
  LayerParameters p;
  p.attention = mixer_parameters(m, kind.mixer, false);
  p.norms = parts_of(kind) * norm(m) * (m.post_norms ? 2 : 1);
  if (kind.feed == FeedForward::none) return p;
  if (kind.feed == FeedForward::dense) {
    p.ffn = feed_forward(m, m.inner) + (m.biases ? m.inner + m.hidden : 0);
    return p;
  }
  p.experts = m.experts.count * expert(m);
  p.shared = feed_forward(m, m.experts.shared_inner);
  p.router = double(m.hidden) * m.experts.count + latent_matrices(m);
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
  double all = edge.embedding + edge.final_norm + edge.output;
  for (int i = 0; i < kLayerKinds; ++i) {
    const int layers = m.layers_of(layer_kind(i));
    if (layers > 0) all += layers * layer_parameters(m, layer_kind(i)).total();
  }
  return all;
}

double active_parameters(const Model& m) {
  const double idle = m.experts.count - m.experts.top_k;
  return total_parameters(m) - m.layers_of(FeedForward::experts) * idle * expert(m);
}

double mtp_parameters(const Model& m) {
  if (m.mtp_layers == 0) return 0;
  const double layer = layer_parameters(m, m.kind(m.layers - 1)).total();
  return m.mtp_layers * (layer + 2.0 * m.hidden * m.hidden + 3 * norm(m));
}

double matmul_parameters(const Model& m) {
  const double expert_layer = expert(m) * m.experts.top_k +
                              feed_forward(m, m.experts.shared_inner) +
                              double(m.hidden) * m.experts.count + latent_matrices(m);
  double mixers = 0;
  for (const Mixer mixer : kAllMixers) {
    const int layers = m.layers_of(mixer);
    if (layers > 0) mixers += layers * mixer_parameters(m, mixer, true);
  }
  return mixers + m.layers_of(FeedForward::dense) * feed_forward(m, m.inner) +
         m.layers_of(FeedForward::experts) * expert_layer +
         (double(m.vocabulary) + m.patch_values) * m.hidden;
}

double training_flops(const Model& m, double tokens, double sequence) {
  const double mixing = mixing_flops(
      m, [&](Mixer mixer) { return mean_keys(m, mixer, sequence); }, sequence / 2, false);
  return 3 * tokens * (2 * matmul_parameters(m) + mixing);
}

double prefill_flops(const Model& m, double sequences, double tokens) {
  const double logits = double(m.vocabulary) * m.hidden;
  return sequences * (training_flops(m, tokens, tokens) / 3 - 2 * logits * (tokens - 1));
}

double decode_flops(const Model& m, double sequences, double tokens) {
  const double keys = tokens + 1;
  const double mixing = mixing_flops(
      m, [&](Mixer mixer) { return keys_of_next(m, mixer, keys); }, keys, true);
  return sequences * (2 * matmul_parameters(m) + mixing);
}

}  // namespace jacquard::workload
