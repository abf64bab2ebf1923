// SPDX-License-Identifier: Apache-2.0
// A transformer by the sizes of its layers: what a workload's generator needs to know of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"

namespace jacquard::workload {

enum class LayerKind : std::uint8_t { dense, experts };

// Multi-head latent attention (DeepSeek-V2 s2.1). kv_rank 0: the model has none.
struct LatentSizes {
  int q_rank = 0;   // of compressed queries; 0: queries are not compressed
  int kv_rank = 0;  // of the compressed keys and values, which the cache holds
  int rope = 0;     // values of a key that carry the position, shared by all heads
  int nope = 0;     // values of a key that do not
  int value = 0;    // of V
};

// A feed-forward layer of experts. count 0: the model has none.
struct ExpertSizes {
  int count = 0;         // routed
  int top_k = 0;         // of them a token visits
  int inner = 0;         // width of one
  int shared_inner = 0;  // width of all shared experts together; 0: none
};

struct Model {
  std::string name;
  std::string source;
  int hidden = 0;
  int layers = 0;
  int heads = 0;
  int kv_heads = 0;      // 0: as many as heads
  double head_size = 0;  // 0: hidden / heads
  bool fractional_heads = false;
  int inner = 0;  // width of a dense feed-forward layer
  bool gated = false;
  int vocabulary = 0;  // 0: none, as of a vision encoder
  bool tied_embeddings = false;
  int sequence = 0;         // tokens, where a step does not say
  int positions = 0;        // learned position embeddings; 0: none
  bool biases = false;      // of every matrix
  bool qkv_bias = false;    // of the first matrix of attention alone
  bool head_norms = false;  // each head's Q and K are normed (Qwen3)
  bool layer_norm = false;  // norms have a bias beside their weight
  // Whether training never stores the scores of attention (FlashAttention).
  bool fused_attention = false;
  int window = 0;            // keys a query sees; 0: all
  int alternate_window = 0;  // of every second layer, where they differ; serving alone knows it
  bool encoder = false;      // every query sees every key
  int patch_values = 0;      // values of an image's patch, which a matrix maps to hidden
  int classes = 0;           // of an image; 0: none
  LatentSizes latent;
  ExpertSizes experts;
  std::vector<LayerKind> layer_kinds;  // of the first layers, the last goes on; empty: all alike

  bool has_experts() const { return experts.count > 0; }
  bool is_latent() const { return latent.kv_rank > 0; }
  int kv_head_count() const { return kv_heads > 0 ? kv_heads : heads; }
  double size_of_head() const;   // of Q and K
  double size_of_value() const;  // of V
  LayerKind kind(int layer) const;
  int layers_of(LayerKind kind) const;
};

const config::FieldTable<Model>& model_fields();

// Throws ConfigError at `place` / key for a dimension that is missing or does not fit another.
void require_complete(const Model& model, const config::Place& place);

}  // namespace jacquard::workload
