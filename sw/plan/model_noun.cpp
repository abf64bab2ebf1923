// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/model_noun.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/config/composed.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/config/unknown_name.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::plan {
namespace {

constexpr const char* kTransformers = "models";

bool ships(const char* folder, const std::string& name) {
  const std::vector<std::string> names = config::shipped_configs(folder);
  return std::find(names.begin(), names.end(), name) != names.end();
}

Model read_layer_types(const config::Noun& noun) {
  Model model;
  model_fields().read(model, noun.keys, noun.place);
  require_complete(model, noun.place);
  return model;
}

bool is_file(const std::string& word) {
  std::error_code ignored;
  return config::is_path(word) && std::filesystem::is_regular_file(word, ignored);
}

}  // namespace

bool says_layer_types(const config::Json& json) {
  if (!json.is_object()) return false;
  const char* const keys[] = {"bottom", "top", "embedding", "blocks"};
  return std::any_of(std::begin(keys), std::end(keys),
                     [&](const char* key) { return json.contains(key); });
}

workload::Model transformer_of(const plan::Model& model, const config::Place& place) {
  const plan::BlockSizes& blocks = model.blocks;
  const bool more = model.bottom.layers > 0 || model.top.layers > 0 || model.embedding.tables > 0;
  if (blocks.layers < 1 || model.vocabulary < 1 || more) {
    place.fail("a transformer with a vocabulary", model.name, "plan --by layers takes others");
  }
  workload::Model transformer;
  transformer.name = model.name;
  transformer.source = model.source;
  transformer.hidden = blocks.hidden;
  transformer.layers = blocks.layers;
  transformer.heads = blocks.heads;
  transformer.kv_heads = blocks.kv_heads;
  transformer.inner = blocks.inner;
  transformer.vocabulary = model.vocabulary;
  transformer.sequence = blocks.sequence;
  transformer.fused_attention = true;
  if (blocks.experts > 0) {
    transformer.experts.count = blocks.experts;
    transformer.experts.top_k = blocks.active;
    transformer.experts.inner = blocks.inner;
  }
  workload::require_complete(transformer, place);
  return transformer;
}

Model layer_types_of(const workload::Model& m, const config::Place& place) {
  const auto refuse = [&](const std::string& found) {
    place.fail("a model of blocks with four matrices hidden x hidden, for a plan by layers",
               m.name + ", which has " + found, "--by knobs plans it");
  };
  if (m.is_latent()) refuse("latent attention");
  if (m.head_size > 0 && m.head_size * m.heads != m.hidden) {
    refuse(fmt::format("heads of {} values", m.head_size));
  }
  if (m.vocabulary == 0) refuse("no vocabulary");
  const bool differ =
      std::any_of(m.layer_kinds.begin(), m.layer_kinds.end(),
                  [&](workload::FeedForward k) { return k != m.layer_kinds.front(); });
  if (differ) refuse("layers that differ");
  if (m.experts.shared_inner > 0) refuse("shared experts");
  constexpr double kGated = 1.5;  // three matrices for two
  Model model;
  model.name = m.name;
  model.source = m.source;
  BlockSizes& blocks = model.blocks;
  blocks.layers = m.layers;
  blocks.hidden = m.hidden;
  blocks.heads = m.heads;
  blocks.kv_heads = m.kv_heads;
  blocks.sequence = m.sequence;
  const int inner = m.has_experts() ? m.experts.inner : m.inner;
  blocks.inner = static_cast<int>(inner * (m.gated ? kGated : 1));
  blocks.experts = m.experts.count;
  blocks.active = m.experts.top_k;
  model.vocabulary = m.vocabulary;
  require_complete(model, place);
  return model;
}

workload::Model find_transformer(const config::Json& json, const config::Place& place) {
  if (!json.is_string()) {
    if (!says_layer_types(json)) return workload::read_model(json, place);
    return transformer_of(read_layer_types({json, place}), place);
  }
  const auto word = json.get<std::string>();
  if (ships(kModels, word) && !ships(kTransformers, word)) {
    const config::Noun noun = config::noun_of(json, place, kModels);
    return transformer_of(read_layer_types(noun), noun.place);
  }
  if (is_file(word)) {
    config::Noun noun = config::noun_of(json, place, kTransformers);
    if (says_layer_types(noun.keys)) return transformer_of(read_layer_types(noun), noun.place);
  }
  return workload::named_model(word, place);
}

Model find_layer_types(const std::string& text, const config::Place& place) {
  const bool is_object = text.rfind('{', 0) == 0;
  const config::Json json = is_object ? config::parse_json(text, place.source) : config::Json(text);
  if (is_object || is_file(text) || ships(kModels, text)) {
    const config::Noun noun = config::noun_of(json, place, kModels);
    if (says_layer_types(noun.keys) || is_object) return read_layer_types(noun);
  }
  if (!config::is_path(text) && !workload::shipped_model_name(text)) {
    std::vector<std::string> names = config::shipped_configs(kModels);
    for (std::string& name : config::shipped_configs(kTransformers))
      names.push_back(std::move(name));
    config::fail_unknown(place, "a model", text, names);
  }
  return layer_types_of(workload::named_model(text, place), place);
}

}  // namespace jacquard::plan
