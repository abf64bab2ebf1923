// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::workload {
namespace {

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

void require_index(const Model& m, const config::Place& place) {
  const IndexSizes& index = m.index;
  if (index.heads + index.size + index.top_k + index.layers == 0) return;
  require(index.heads, "heads", place);
  require(index.size, "size", place);
  require(index.top_k, "top_k", place, 1 << 24);
  if (index.layers > m.layers) {
    (place / "layers").fail(fmt::format("at most {}", m.layers), std::to_string(index.layers));
  }
}

void require_linear(const Model& m, const config::Place& place) {
  const LinearSizes& l = m.linear;
  const bool sized = l.key_heads + l.value_heads + l.key_size + l.value_size > 0;
  if (!sized && m.layers_of(Mixer::linear) == 0) return;
  require(l.key_heads, "key_heads", place);
  require(l.value_heads, "value_heads", place);
  require(l.key_size, "key_size", place);
  require(l.value_size, "value_size", place);
  if (l.value_heads % l.key_heads != 0) {
    (place / "key_heads")
        .fail(fmt::format("a divisor of the {} value_heads", l.value_heads),
              std::to_string(l.key_heads));
  }
}

void require_mixers(const Model& m, const config::Place& place) {
  require_linear(m, place / "linear");
  require_index(m, place / "index");
  const int windows = m.layers_of(Mixer::window) + m.layers_of(Mixer::chunk);
  if (windows > 0) require(m.window, "window", place, 1 << 24);
  const AttentionHeads w = m.attention(Mixer::window);
  if (w.heads % w.kv_heads != 0) {
    (place / "windowed" / "kv_heads")
        .fail(fmt::format("a divisor of the {} heads", w.heads), std::to_string(w.kv_heads));
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

double Model::size_of_value() const {
  if (is_latent()) return latent.value;
  return value_size > 0 ? value_size : size_of_head();
}

AttentionHeads Model::attention(Mixer mixer) const {
  AttentionHeads all{heads, kv_head_count(), size_of_head(), size_of_value(), shared_kv};
  if (mixer == Mixer::attention) return all;
  const WindowedSizes& w = windowed;
  all.shared_kv = false;
  if (w.heads > 0) all.heads = w.heads;
  if (w.kv_heads > 0) all.kv_heads = w.kv_heads;
  if (w.head_size > 0) all.key = all.value = w.head_size;
  if (w.value_size > 0) all.value = w.value_size;
  return all;
}

double Model::index_share() const {
  if (!is_sparse()) return 0;
  const int all = layers_of(Mixer::attention);
  return index.layers > 0 && all > 0 ? static_cast<double>(index.layers) / all : 1;
}

FeedForward Model::feed(int layer) const {
  if (layer_kinds.empty()) return has_experts() ? FeedForward::experts : FeedForward::dense;
  return base::at(layer_kinds, std::min(layer, static_cast<int>(layer_kinds.size()) - 1));
}

Mixer Model::mixer(int layer) const {
  if (mixers.empty()) return window > 0 ? Mixer::window : Mixer::attention;
  return base::at(mixers, layer % static_cast<int>(mixers.size()));
}

int Model::layers_of(FeedForward wanted) const {
  int count = 0;
  for (int layer = 0; layer < layers; ++layer) count += feed(layer) == wanted ? 1 : 0;
  return count;
}

int Model::layers_of(Mixer wanted) const {
  int count = 0;
  for (int layer = 0; layer < layers; ++layer) count += mixer(layer) == wanted ? 1 : 0;
  return count;
}

int Model::layers_of(LayerKind wanted) const {
  int count = 0;
  for (int layer = 0; layer < layers; ++layer) count += kind(layer) == wanted ? 1 : 0;
  return count;
}

void require_complete(const Model& m, const config::Place& place) {
  require(m.hidden, "hidden", place);
  require(m.layers, "layers", place, kMostLayers);
  require_latent(m.latent, place / "latent");
  require_heads(m, place);
  require_mixers(m, place);
  require(m.sequence, "sequence", place, 1 << 24);
  if (m.vocabulary < 1 && m.patch_values < 1) {
    (place / "vocabulary")
        .fail("a whole number of at least 1", "none", "or patch_values of images");
  }
  if (m.layers_of(FeedForward::dense) > 0) require(m.inner, "inner", place);
  const ExpertSizes& experts = m.experts;
  const bool sized = experts.count + experts.top_k + experts.inner + experts.shared_inner > 0;
  if (sized || m.layers_of(FeedForward::experts) > 0) require_experts(experts, place / "experts");
}

}  // namespace jacquard::workload
