// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/mixers.hpp"

#include <algorithm>

namespace jacquard::workload {

double keys_seen(const Model& m, Mixer mixer) {
  if (mixer == Mixer::window) return m.window;
  return mixer == Mixer::attention ? m.index.top_k : 0;
}

IndexWidths index_widths(const Model& m, Mixer mixer) {
  if (mixer != Mixer::attention) return {};
  const double share = m.index_share();
  return {share * (m.index.size + m.index.heads), share * m.index.heads * m.index.size};
}

AttentionWork index_scores(const Model& m, double batch, double queries, double keys) {
  AttentionWork scores;
  scores.batch = batch * m.index_share();
  scores.queries = queries;
  scores.keys = keys;
  scores.heads = m.index.heads;
  scores.kv_heads = 1;
  scores.head_size = m.index.size;
  scores.value_size = 0;
  return scores;
}

ElementwiseWork index_choice(const AttentionWork& scores) {
  constexpr double kWrittenAndRead = 8;
  const double pairs = amounts_of(scores).flops / (2 * scores.heads * scores.head_size);
  return {0, kWrittenAndRead * pairs};
}

double kept_values(const Model& m, Mixer mixer, double tp) {
  if (!attends(mixer)) return 0;
  const double index = mixer == Mixer::attention ? m.index_share() * m.index.size : 0;
  if (m.is_latent()) return m.latent.kv_rank + m.latent.rope + index;
  const AttentionHeads h = m.attention(mixer);
  return std::max(1.0, h.kv_heads / tp) * h.key_and_value() + index;
}

double state_bytes(const Model& m, double tp) {
  const LinearSizes& l = m.linear;
  constexpr double kState = 4;
  constexpr double kValue = 2;
  const double states = double(l.value_heads) * l.key_size * l.value_size * kState;
  const double qkv = 2.0 * l.key_heads * l.key_size + double(l.value_heads) * l.value_size;
  return (states + qkv * std::max(0, l.conv - 1) * kValue) / tp;
}

double linear_rank(const Model& m) {
  return m.linear.rule == LinearSizes::Rule::channels ? m.linear.value_size : 0;
}

double linear_gates(const Model& m) {
  const double heads = m.linear.value_heads;
  switch (m.linear.rule) {
    case LinearSizes::Rule::delta:
      return 2 * heads;
    case LinearSizes::Rule::channels:
      return heads + linear_rank(m);
    case LinearSizes::Rule::mamba:
      break;
  }
  return heads;
}

double linear_output_gate(const Model& m) {
  const LinearSizes& l = m.linear;
  return l.gate_rank > 0 ? l.gate_rank : double(l.value_heads) * l.value_size;
}

LinearAttentionWork linear_work(const Model& m) {
  const LinearSizes& l = m.linear;
  LinearAttentionWork work;
  work.queries = 1;
  work.heads = l.value_heads;
  work.key_heads = l.key_heads;
  work.key_size = l.key_size;
  work.value_size = l.value_size;
  work.conv = l.conv;
  work.delta = l.rule != LinearSizes::Rule::mamba;
  return work;
}

}  // namespace jacquard::workload
