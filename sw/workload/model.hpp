// SPDX-License-Identifier: Apache-2.0
// A transformer by the sizes of its layers: what a workload's generator needs to know of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/workload/layer_kind.hpp"

namespace jacquard::workload {

inline constexpr int kWidest = 1 << 20;    // so that two sizes and a batch multiply exactly
inline constexpr int kMostLayers = 30000;  // StepOp::layer is of 16 bits

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
  int latent = 0;        // values of a token that routed experts take and give; 0: hidden
};

// An indexer chooses the keys that a query attends to (DeepSeek-V3.2 s2.1). top_k 0: none does.
struct IndexSizes {
  int heads = 0;
  int size = 0;    // values of a head's query, and of the one key they share
  int top_k = 0;   // keys that it chooses
  int layers = 0;  // that have an indexer, others take their choice; 0: all
};

// Layers whose mixer is linear. A head's state has key_size x value_size values.
struct LinearSizes {
  enum class Rule : std::uint8_t {
    delta,     // gated delta rule, a decay of a head (Gated DeltaNet, Qwen3-Next)
    channels,  // the same, a decay of each channel (Kimi Delta Attention)
    mamba,     // Mamba-2: key_heads are groups, key_size is the size of the state
  };
  int key_heads = 0;
  int value_heads = 0;
  int key_size = 0;
  int value_size = 0;
  int conv = 4;  // taps of the convolution over queries, keys and values
  Rule rule = Rule::delta;
  int gate_rank = 0;  // of the output's gate, by two matrices; 0: one matrix (Kimi K3's full rank)
};

// Attention of layers whose mixer is a window or a chunk, where it differs; 0: as in others.
struct WindowedSizes {
  int heads = 0;
  int kv_heads = 0;
  double head_size = 0;
  int value_size = 0;
};

// Heads of one kind of layer.
struct AttentionHeads {
  int heads = 0;
  int kv_heads = 0;
  double key = 0;          // values of a head's Q and K
  double value = 0;        // of its V
  bool shared_kv = false;  // V is K

  // Of one head that a token keeps.
  double key_and_value() const { return shared_kv ? key : key + value; }
};

struct Model {
  std::string name;
  std::string source;
  int hidden = 0;
  int layers = 0;
  int heads = 0;
  int kv_heads = 0;      // 0: as many as heads
  double head_size = 0;  // 0: hidden / heads
  int value_size = 0;    // of a head's V; 0: head_size
  bool fractional_heads = false;
  int query_rank = 0;  // of compressed queries of attention that is not latent; 0: they are not
  int inner = 0;       // width of a dense feed-forward layer
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
  bool post_norms = false;   // what a mixer or a feed-forward part gives is normed too (Gemma)
  bool output_gate = false;  // what attention gives is gated by as many values (Qwen3-Next)
  bool shared_kv = false;    // V is K, in layers that see all keys (Gemma 4)
  int window = 0;            // keys a query sees, where the mixer is a window or a chunk
  bool encoder = false;      // every query sees every key
  int patch_values = 0;      // values of an image's patch, which a matrix maps to hidden
  int classes = 0;           // of an image; 0: none
  int mtp_layers = 0;        // modules that predict further tokens; no part of a step
  LatentSizes latent;
  IndexSizes index;
  LinearSizes linear;
  WindowedSizes windowed;
  ExpertSizes experts;
  std::vector<FeedForward> layer_kinds;  // of the first layers, the last goes on; empty: all alike
  // Of the first layers, again and again; empty: windows where `window` is given, else attention.
  std::vector<Mixer> mixers;

  bool has_experts() const { return experts.count > 0; }
  bool is_latent() const { return latent.kv_rank > 0; }
  bool is_sparse() const { return index.top_k > 0; }
  int kv_head_count() const { return kv_heads > 0 ? kv_heads : heads; }
  double size_of_head() const;   // of Q and K, where a layer sees all keys
  double size_of_value() const;  // of V, likewise
  AttentionHeads attention(Mixer mixer) const;
  int expert_width() const { return experts.latent > 0 ? experts.latent : hidden; }
  double index_share() const;  // of layers that attend, those with an indexer

  FeedForward feed(int layer) const;
  Mixer mixer(int layer) const;
  LayerKind kind(int layer) const { return {mixer(layer), feed(layer)}; }
  int layers_of(FeedForward feed) const;
  int layers_of(Mixer mixer) const;
  int layers_of(LayerKind kind) const;
};

const config::FieldTable<Model>& model_fields();

// Throws ConfigError at `place` / key for a dimension that is missing or does not fit another.
void require_complete(const Model& model, const config::Place& place);

}  // namespace jacquard::workload
