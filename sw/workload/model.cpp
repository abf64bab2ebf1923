// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::workload {
namespace {

using config::field;
using config::whole_number;

constexpr int kWidest = 1 << 20;    // so that products of two sizes and a batch stay exact
constexpr int kMostLayers = 30000;  // StepOp::layer is of 16 bits

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
           whole_number<int>(0, kWidest), "Width of all shared experts together; 0: none.")});
  return table;
}

config::Codec<LayerKind> kind_word() {
  return config::choice<LayerKind>({{"dense", LayerKind::dense}, {"experts", LayerKind::experts}});
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
          "fractional_heads", [](auto& m) -> auto& { return m.fractional_heads; },
          config::boolean(), "Whether hidden / heads may be no whole number."),
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
          "window", [](auto& m) -> auto& { return m.window; }, whole_number<int>(0, 1 << 24),
          "Keys that a query sees; 0: all."),
      field<Model>(
          "alternate_window", [](auto& m) -> auto& { return m.alternate_window; },
          whole_number<int>(0, 1 << 24),
          "The same in every second layer, where it differs; `serve` alone knows it."),
      field<Model>(
          "encoder", [](auto& m) -> auto& { return m.encoder; }, config::boolean(),
          "Whether a query sees the keys behind it too."),
      field<Model>(
          "patch_values", [](auto& m) -> auto& { return m.patch_values; },
          whole_number<int>(0, kWidest), "Values of an image's patch; 0: its input are tokens."),
      field<Model>(
          "classes", [](auto& m) -> auto& { return m.classes; }, whole_number<int>(0, 1 << 24),
          "Of an image; 0: none."),
      config::nested<Model>(
          "latent", [](auto& m) -> auto& { return m.latent; }, latent_fields()),
      config::nested<Model>(
          "experts", [](auto& m) -> auto& { return m.experts; }, expert_fields()),
      field<Model>(
          "layer_kinds", [](auto& m) -> auto& { return m.layer_kinds; }, config::list(kind_word()),
          "Kinds of the first layers; the last kind goes on. Empty: experts where it has some."),
  };
}

void require(int value, const char* key, const config::Place& place, int most = kWidest) {
  if (value < 1) (place / key).fail("a whole number of at least 1", "none");
  if (value > most) (place / key).fail(fmt::format("at most {}", most), std::to_string(value));
}

void require_latent(const LatentSizes& latent, const config::Place& place) {
  if (latent.q_rank + latent.kv_rank + latent.rope + latent.nope + latent.value == 0) return;
  require(latent.kv_rank, "kv_rank", place);
  require(latent.rope, "rope", place);
  require(latent.nope, "nope", place);
  require(latent.value, "value", place);
}

void require_experts(const ExpertSizes& experts, const config::Place& place) {
  require(experts.count, "count", place);
  require(experts.top_k, "top_k", place);
  require(experts.inner, "inner", place);
  if (experts.top_k > experts.count) {
    (place / "top_k")
        .fail(fmt::format("at most the {} experts", experts.count), std::to_string(experts.top_k));
  }
}

void require_heads(const Model& m, const config::Place& place) {
  require(m.heads, "heads", place);
  if (m.heads % m.kv_head_count() != 0) {
    (place / "kv_heads")
        .fail(fmt::format("a divisor of the {} heads", m.heads), std::to_string(m.kv_heads));
  }
  const double head = m.size_of_head();
  if (m.fractional_heads || head == static_cast<double>(static_cast<int>(head))) return;
  const char* hint = "fractional_heads allows them";
  if (m.head_size > 0) (place / "head_size").fail("a whole number", fmt::format("{}", head), hint);
  (place / "heads")
      .fail(fmt::format("heads that divide hidden ({})", m.hidden), std::to_string(m.heads), hint);
}

}  // namespace

double Model::size_of_head() const {
  if (is_latent()) return latent.nope + latent.rope;
  return head_size > 0 ? head_size : static_cast<double>(hidden) / heads;
}

double Model::size_of_value() const { return is_latent() ? latent.value : size_of_head(); }

LayerKind Model::kind(int layer) const {
  if (layer_kinds.empty()) return has_experts() ? LayerKind::experts : LayerKind::dense;
  return base::at(layer_kinds, std::min(layer, static_cast<int>(layer_kinds.size()) - 1));
}

int Model::layers_of(LayerKind wanted) const {
  int count = 0;
  for (int layer = 0; layer < layers; ++layer) count += kind(layer) == wanted ? 1 : 0;
  return count;
}

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

void require_complete(const Model& m, const config::Place& place) {
  require(m.hidden, "hidden", place);
  require(m.layers, "layers", place, kMostLayers);
  require_latent(m.latent, place / "latent");
  require_heads(m, place);
  require(m.sequence, "sequence", place, 1 << 24);
  if (m.vocabulary < 1 && m.patch_values < 1) {
    (place / "vocabulary")
        .fail("a whole number of at least 1", "none", "or patch_values of images");
  }
  if (m.layers_of(LayerKind::dense) > 0) require(m.inner, "inner", place);
  const ExpertSizes& experts = m.experts;
  const bool sized = experts.count + experts.top_k + experts.inner + experts.shared_inner > 0;
  if (sized || m.layers_of(LayerKind::experts) > 0) require_experts(experts, place / "experts");
}

}  // namespace jacquard::workload
