// SPDX-License-Identifier: Apache-2.0
// The keys of a model.
#include "jacquard/workload/model.hpp"

namespace jacquard::workload {
namespace {

using config::field;
using config::whole_number;

const config::FieldTable<LatentSizes>& latent_fields() {
  using L = LatentSizes;
  const auto size = whole_number<int>(0, kWidest);
  static const config::FieldTable<L> table(
      "latent", "Multi-head latent attention; kv_rank 0: the model has none.",
      {field<L>(
           "q_rank", [](auto& l) -> auto& { return l.q_rank; }, size,
           "Of compressed queries; 0: they are not compressed."),
       field<L>(
           "kv_rank", [](auto& l) -> auto& { return l.kv_rank; }, size,
           "Of compressed keys and values, which the cache holds."),
       field<L>(
           "rope", [](auto& l) -> auto& { return l.rope; }, size,
           "Values of a key that carry its position."),
       field<L>(
           "nope", [](auto& l) -> auto& { return l.nope; }, size,
           "Values of a key that carry no position."),
       field<L>(
           "value", [](auto& l) -> auto& { return l.value; }, size, "Values of V, of one head.")});
  return table;
}

const config::FieldTable<ExpertSizes>& expert_fields() {
  using E = ExpertSizes;
  static const config::FieldTable<E> table(
      "experts", "Layers of experts; count 0: the model has none.",
      {field<E>(
           "count", [](auto& e) -> auto& { return e.count; }, whole_number<int>(0, 1 << 16),
           "Routed experts of a layer."),
       field<E>(
           "top_k", [](auto& e) -> auto& { return e.top_k; }, whole_number<int>(0, 1 << 16),
           "Experts that a token visits."),
       field<E>(
           "inner", [](auto& e) -> auto& { return e.inner; }, whole_number<int>(0, kWidest),
           "Width of one expert."),
       field<E>(
           "shared_inner", [](auto& e) -> auto& { return e.shared_inner; },
           whole_number<int>(0, kWidest), "Width of all shared experts together; 0: none."),
       field<E>(
           "latent", [](auto& e) -> auto& { return e.latent; }, whole_number<int>(0, kWidest),
           "Values of a token that routed experts take and give; 0: hidden.")});
  return table;
}

const config::FieldTable<IndexSizes>& index_fields() {
  using I = IndexSizes;
  const auto size = whole_number<int>(0, kWidest);
  static const config::FieldTable<I> table(
      "index", "An indexer that chooses the keys of a query; top_k 0: none does.",
      {field<I>(
           "heads", [](auto& i) -> auto& { return i.heads; }, size, "Heads of its queries."),
       field<I>(
           "size", [](auto& i) -> auto& { return i.size; }, size,
           "Values of a head's query and of the key."),
       field<I>(
           "top_k", [](auto& i) -> auto& { return i.top_k; }, whole_number<int>(0, 1 << 24),
           "Keys that it chooses for a query."),
       field<I>(
           "layers", [](auto& i) -> auto& { return i.layers; }, whole_number<int>(0, kMostLayers),
           "Layers that have one; others take their choice. 0: all.")});
  return table;
}

const config::FieldTable<LinearSizes>& linear_fields() {
  using L = LinearSizes;
  const auto size = whole_number<int>(0, kWidest);
  static const config::FieldTable<L> table(
      "linear", "Layers whose mixer is linear; value_heads 0: the model has none.",
      {field<L>(
           "key_heads", [](auto& l) -> auto& { return l.key_heads; }, size,
           "Heads of queries and keys; mamba: groups."),
       field<L>(
           "value_heads", [](auto& l) -> auto& { return l.value_heads; }, size,
           "Heads of values, each with a state."),
       field<L>(
           "key_size", [](auto& l) -> auto& { return l.key_size; }, size,
           "Values of a key; mamba: size of the state."),
       field<L>(
           "value_size", [](auto& l) -> auto& { return l.value_size; }, size, "Values of a head."),
       field<L>(
           "conv", [](auto& l) -> auto& { return l.conv; }, whole_number<int>(0, 1024),
           "Taps of the convolution before it; 0: none."),
       field<L>(
           "rule", [](auto& l) -> auto& { return l.rule; },
           config::choice<L::Rule>({{"delta", L::Rule::delta},
                                    {"channels", L::Rule::channels},
                                    {"mamba", L::Rule::mamba}}),
           "delta: gated delta rule; channels: with a decay of each channel; mamba: Mamba-2."),
       field<L>(
           "gate_rank", [](auto& l) -> auto& { return l.gate_rank; }, size,
           "Of the output's gate, where two matrices make it (Kimi Linear); 0: one does.")});
  return table;
}

const config::FieldTable<WindowedSizes>& windowed_fields() {
  using W = WindowedSizes;
  static const config::FieldTable<W> table(
      "windowed", "Attention of layers with a window or a chunk; 0: as in other layers.",
      {field<W>(
           "heads", [](auto& w) -> auto& { return w.heads; }, whole_number<int>(0, kWidest),
           "Heads of queries."),
       field<W>(
           "kv_heads", [](auto& w) -> auto& { return w.kv_heads; }, whole_number<int>(0, kWidest),
           "Heads of keys and values."),
       field<W>(
           "head_size", [](auto& w) -> auto& { return w.head_size; },
           config::real_number(0, kWidest), "Values of a head's Q and K."),
       field<W>(
           "value_size", [](auto& w) -> auto& { return w.value_size; },
           whole_number<int>(0, kWidest), "Values of a head's V; 0: head_size.")});
  return table;
}

config::Codec<FeedForward> feed_word() {
  return config::choice<FeedForward>({{"dense", FeedForward::dense},
                                      {"experts", FeedForward::experts},
                                      {"none", FeedForward::none}});
}

config::Codec<Mixer> mixer_word() {
  return config::choice<Mixer>({{"attention", Mixer::attention},
                                {"window", Mixer::window},
                                {"chunk", Mixer::chunk},
                                {"linear", Mixer::linear},
                                {"none", Mixer::none}});
}

using Fields = std::vector<config::Field<Model>>;

Fields sizes() {
  return {
      field<Model>(
          "name", [](auto& m) -> auto& { return m.name; }, config::text("text"),
          "What people call it."),
      field<Model>(
          "source", [](auto& m) -> auto& { return m.source; }, config::text("text"),
          "Where its sizes come from."),
      field<Model>(
          "hidden", [](auto& m) -> auto& { return m.hidden; }, whole_number<int>(0, kWidest),
          "Values of a token between layers."),
      field<Model>(
          "layers", [](auto& m) -> auto& { return m.layers; }, whole_number<int>(0, kMostLayers),
          "Layers, each attention and feed-forward."),
      field<Model>(
          "heads", [](auto& m) -> auto& { return m.heads; }, whole_number<int>(0, kWidest),
          "Heads of attention's queries."),
      field<Model>(
          "kv_heads", [](auto& m) -> auto& { return m.kv_heads; }, whole_number<int>(0, kWidest),
          "Heads of keys and values; 0: as many as heads."),
      field<Model>(
          "head_size", [](auto& m) -> auto& { return m.head_size; },
          config::real_number(0, kWidest), "Values of a head; 0: hidden / heads."),
      field<Model>(
          "value_size", [](auto& m) -> auto& { return m.value_size; },
          whole_number<int>(0, kWidest), "Values of a head's V; 0: head_size."),
      field<Model>(
          "fractional_heads", [](auto& m) -> auto& { return m.fractional_heads; },
          config::boolean(), "Whether hidden / heads may be no whole number."),
      field<Model>(
          "query_rank", [](auto& m) -> auto& { return m.query_rank; },
          whole_number<int>(0, kWidest),
          "Compressed queries of attention that is not latent (Step-3); 0: they are not."),
      field<Model>(
          "inner", [](auto& m) -> auto& { return m.inner; }, whole_number<int>(0, kWidest),
          "Width of a dense feed-forward layer."),
      field<Model>(
          "gated", [](auto& m) -> auto& { return m.gated; }, config::boolean(),
          "Whether a third matrix gates the feed-forward layer (SwiGLU)."),
      field<Model>(
          "vocabulary", [](auto& m) -> auto& { return m.vocabulary; },
          whole_number<int>(0, 1 << 24), "Tokens it knows; 0: none, as a vision encoder."),
      field<Model>(
          "tied_embeddings", [](auto& m) -> auto& { return m.tied_embeddings; }, config::boolean(),
          "Whether the logits' matrix is that of the embedding."),
      field<Model>(
          "sequence", [](auto& m) -> auto& { return m.sequence; }, whole_number<int>(0, 1 << 24),
          "Tokens of a sequence, where a step does not say."),
  };
}

Fields details() {
  return {
      field<Model>(
          "positions", [](auto& m) -> auto& { return m.positions; }, whole_number<int>(0, 1 << 24),
          "Learned position embeddings; 0: none."),
      field<Model>(
          "biases", [](auto& m) -> auto& { return m.biases; }, config::boolean(),
          "Whether every matrix of a layer has a bias."),
      field<Model>(
          "qkv_bias", [](auto& m) -> auto& { return m.qkv_bias; }, config::boolean(),
          "Whether the projections of Q, K and V have a bias."),
      field<Model>(
          "head_norms", [](auto& m) -> auto& { return m.head_norms; }, config::boolean(),
          "Whether each head's Q and K are normed (Qwen3)."),
      field<Model>(
          "layer_norm", [](auto& m) -> auto& { return m.layer_norm; }, config::boolean(),
          "Whether norms have a bias beside their weight."),
      field<Model>(
          "fused_attention", [](auto& m) -> auto& { return m.fused_attention; }, config::boolean(),
          "Whether training never stores attention's scores (FlashAttention)."),
      field<Model>(
          "post_norms", [](auto& m) -> auto& { return m.post_norms; }, config::boolean(),
          "Whether what a layer's parts give is normed too (Gemma)."),
      field<Model>(
          "output_gate", [](auto& m) -> auto& { return m.output_gate; }, config::boolean(),
          "Whether as many values gate what attention gives (Qwen3-Next)."),
      field<Model>(
          "shared_kv", [](auto& m) -> auto& { return m.shared_kv; }, config::boolean(),
          "Whether V is K in layers that see all keys (Gemma 4)."),
      field<Model>(
          "window", [](auto& m) -> auto& { return m.window; }, whole_number<int>(0, 1 << 24),
          "Keys that a query sees where the mixer is a window or a chunk; 0: all."),
      field<Model>(
          "encoder", [](auto& m) -> auto& { return m.encoder; }, config::boolean(),
          "Whether a query sees the keys behind it too."),
      field<Model>(
          "patch_values", [](auto& m) -> auto& { return m.patch_values; },
          whole_number<int>(0, kWidest), "Values of an image's patch; 0: its input are tokens."),
      field<Model>(
          "classes", [](auto& m) -> auto& { return m.classes; }, whole_number<int>(0, 1 << 24),
          "Of an image; 0: none."),
      field<Model>(
          "mtp_layers", [](auto& m) -> auto& { return m.mtp_layers; },
          whole_number<int>(0, kMostLayers),
          "Modules that predict further tokens; no part of a step."),
      config::nested<Model>(
          "latent", [](auto& m) -> auto& { return m.latent; }, latent_fields()),
      config::nested<Model>(
          "index", [](auto& m) -> auto& { return m.index; }, index_fields()),
      config::nested<Model>(
          "linear", [](auto& m) -> auto& { return m.linear; }, linear_fields()),
      config::nested<Model>(
          "windowed", [](auto& m) -> auto& { return m.windowed; }, windowed_fields()),
      config::nested<Model>(
          "experts", [](auto& m) -> auto& { return m.experts; }, expert_fields()),
      field<Model>(
          "layer_kinds", [](auto& m) -> auto& { return m.layer_kinds; }, config::list(feed_word()),
          "Feed-forward parts of the first layers; the last goes on. Empty: experts where it has "
          "some."),
      field<Model>(
          "mixers", [](auto& m) -> auto& { return m.mixers; }, config::list(mixer_word()),
          "What mixes tokens in the first layers, again and again. Empty: windows where window is "
          "given, else attention."),
  };
}

}  // namespace

const config::FieldTable<Model>& model_fields() {
  static const config::FieldTable<Model> table("model",
                                               "A transformer, by the sizes of its layers.", [] {
                                                 Fields all = sizes();
                                                 for (config::Field<Model>& f : details())
                                                   all.push_back(std::move(f));
                                                 return all;
                                               }());
  return table;
}

}  // namespace jacquard::workload
