// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/hugging_face.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/config/json_object.hpp"

namespace jacquard::workload {
namespace {

using config::Json;
using config::Place;

constexpr int kMost = 1 << 24;

// A config.json has many keys that say nothing of sizes; only those asked for are read.
class Sizes {
 public:
  Sizes(const Json& json, Place place) : json_(json), place_(std::move(place)) {}

  int need(const char* key, int lo = 1) const {
    if (!has(key)) (place_ / key).fail("a whole number of at least " + std::to_string(lo), "none");
    return config::read_int(json_[key], lo, kMost, place_ / key);
  }
  int get(const char* key, int otherwise) const { return has(key) ? need(key, 0) : otherwise; }
  // A size of several such, which `key` has too many of.
  int product(const char* key, std::int64_t one, std::int64_t count) const {
    if (one * count <= kMost) return static_cast<int>(one * count);
    (place_ / key)
        .fail("a size of at most " + std::to_string(kMost) + " in all",
              std::to_string(one * count));
  }
  bool flag(const char* key, bool otherwise) const {
    if (!has(key)) return otherwise;
    if (!json_[key].is_boolean()) (place_ / key).fail("true or false", config::brief(json_[key]));
    return json_[key].get<bool>();
  }
  bool has(const char* key) const {
    const auto found = json_.find(key);
    return found != json_.end() && !found->is_null();
  }
  const Json& json(const char* key) const { return json_[key]; }
  Place place(const char* key) const { return place_ / key; }

 private:
  const Json& json_;
  Place place_;
};

// What decoders since Llama have in common.
Model decoder(const Sizes& c) {
  Model m;
  m.hidden = c.need("hidden_size");
  m.layers = c.need("num_hidden_layers");
  m.heads = c.need("num_attention_heads");
  m.kv_heads = c.get("num_key_value_heads", 0);
  m.head_size = c.get("head_dim", 0);
  m.inner = c.need("intermediate_size");
  m.gated = true;
  m.vocabulary = c.need("vocab_size");
  m.sequence = c.need("max_position_embeddings");
  m.tied_embeddings = c.flag("tie_word_embeddings", false);
  m.fused_attention = true;
  return m;
}

Model llama(const Sizes& c) {
  Model m = decoder(c);
  m.biases = c.flag("attention_bias", false) && c.flag("mlp_bias", false);
  m.qkv_bias = c.flag("attention_bias", false);
  return m;
}

Model mistral(const Sizes& c) {
  Model m = decoder(c);
  m.window = c.get("sliding_window", 0);
  return m;
}

Model mixtral(const Sizes& c) {
  Model m = mistral(c);
  m.experts = {c.need("num_local_experts"), c.need("num_experts_per_tok"),
               c.need("intermediate_size"), 0};
  return m;
}

// Phi-3.5-MoE and Phi-mini-MoE: Mixtral's layers, norms with a bias.
Model phi_moe(const Sizes& c) {
  Model m = mixtral(c);
  m.qkv_bias = c.flag("attention_bias", false);
  m.layer_norm = true;
  return m;
}

// Every second layer sees a window of keys.
Model gpt_oss(const Sizes& c) {
  Model m = decoder(c);
  m.biases = true;
  m.alternate_window = c.get("sliding_window", 0);
  m.experts = {c.need("num_local_experts"), c.need("num_experts_per_tok"),
               c.need("intermediate_size"), 0};
  return m;
}

Model qwen2(const Sizes& c) {
  Model m = decoder(c);
  m.qkv_bias = true;
  if (c.flag("use_sliding_window", false)) m.window = c.get("sliding_window", 0);
  return m;
}

Model qwen3(const Sizes& c) {
  Model m = decoder(c);
  m.head_norms = true;
  m.qkv_bias = c.flag("attention_bias", false);
  return m;
}

// Every decoder_sparse_step-th layer has experts, but those in mlp_only_layers.
Model with_qwen_experts(Model m, const Sizes& c, const char* shared) {
  m.experts = {c.need("num_experts"), c.need("num_experts_per_tok"),
               c.need("moe_intermediate_size"), c.get(shared, 0)};
  const int step = std::max(1, c.get("decoder_sparse_step", 1));
  const Json only = c.has("mlp_only_layers") ? c.json("mlp_only_layers") : Json::array();
  if (!only.is_array()) c.place("mlp_only_layers").fail("a list", config::brief(only));
  if (step == 1 && only.empty()) return m;
  for (int layer = 0; layer < m.layers; ++layer) {
    const bool dense =
        (layer + 1) % step != 0 || std::find(only.begin(), only.end(), Json(layer)) != only.end();
    m.layer_kinds.push_back(dense ? LayerKind::dense : LayerKind::experts);
  }
  return m;
}

Model qwen2_moe(const Sizes& c) {
  return with_qwen_experts(qwen2(c), c, "shared_expert_intermediate_size");
}
Model qwen3_moe(const Sizes& c) { return with_qwen_experts(qwen3(c), c, "no such key"); }

Model deepseek(const Sizes& c) {
  Model m = decoder(c);
  m.kv_heads = 0;
  m.head_size = 0;
  m.latent = {c.get("q_lora_rank", 0), c.need("kv_lora_rank"), c.need("qk_rope_head_dim"),
              c.need("qk_nope_head_dim"), c.need("v_head_dim")};
  if (!c.has("n_routed_experts")) return m;
  const int inner = c.need("moe_intermediate_size");
  m.experts = {c.need("n_routed_experts"), c.need("num_experts_per_tok"), inner,
               c.product("n_shared_experts", c.get("n_shared_experts", 0), inner)};
  const int step = std::max(1, c.get("moe_layer_freq", 1));
  const int first = c.get("first_k_dense_replace", 0);
  for (int layer = 0; layer < m.layers; ++layer) {
    const bool dense = layer < first || layer % step != 0;
    if (step == 1 && layer > first) break;
    m.layer_kinds.push_back(dense ? LayerKind::dense : LayerKind::experts);
  }
  return m;
}

// What GPT-2 and its kin have in common.
Model classic(Model m) {
  m.biases = true;
  m.layer_norm = true;
  return m;
}

Model gpt2(const Sizes& c) {
  Model m;
  m.hidden = c.need("n_embd");
  m.layers = c.need("n_layer");
  m.heads = c.need("n_head");
  m.inner = c.get("n_inner", 4 * m.hidden);
  m.vocabulary = c.need("vocab_size");
  m.positions = c.need("n_positions");
  m.sequence = m.positions;
  m.tied_embeddings = c.flag("tie_word_embeddings", true);
  return classic(m);
}

Model gpt_neox(const Sizes& c) {
  Model m = decoder(c);
  m.gated = false;
  m.fused_attention = false;
  return classic(m);
}

Model opt(const Sizes& c) {
  Model m;
  m.hidden = c.need("hidden_size");
  m.layers = c.need("num_hidden_layers");
  m.heads = c.need("num_attention_heads");
  m.inner = c.need("ffn_dim");
  m.vocabulary = c.need("vocab_size");
  m.sequence = c.need("max_position_embeddings");
  m.positions = m.sequence + 2;  // its table begins with two that no token has
  m.tied_embeddings = c.flag("tie_word_embeddings", true);
  return classic(m);
}

Model vit(const Sizes& c) {
  Model m;
  m.hidden = c.need("hidden_size");
  m.layers = c.need("num_hidden_layers");
  m.heads = c.need("num_attention_heads");
  m.inner = c.need("intermediate_size");
  const int patch = c.need("patch_size");
  const int across = c.need("image_size", patch) / patch;
  if (across > 1 << 12) c.place("image_size").fail("at most 4096 patches across", "more");
  m.sequence = across * across + 1;
  m.positions = m.sequence;
  m.patch_values =
      c.product("num_channels", c.product("patch_size", patch, patch), c.get("num_channels", 3));
  m.classes = c.has("id2label") ? static_cast<int>(c.json("id2label").size()) : 1000;
  m.encoder = true;
  return classic(m);
}

struct Architecture {
  const char* name;  // in "architectures"
  const char* type;  // "model_type"
  Model (*read)(const Sizes&);
};

constexpr Architecture kArchitectures[] = {
    {"LlamaForCausalLM", "llama", llama},
    {"MistralForCausalLM", "mistral", mistral},
    {"MixtralForCausalLM", "mixtral", mixtral},
    {"Phi3ForCausalLM", "phi3", mistral},
    {"PhiMoEForCausalLM", "phimoe", phi_moe},
    {"GptOssForCausalLM", "gpt_oss", gpt_oss},
    {"Qwen2ForCausalLM", "qwen2", qwen2},
    {"Qwen2MoeForCausalLM", "qwen2_moe", qwen2_moe},
    {"Qwen3ForCausalLM", "qwen3", qwen3},
    {"Qwen3MoeForCausalLM", "qwen3_moe", qwen3_moe},
    {"DeepseekV2ForCausalLM", "deepseek_v2", deepseek},
    {"DeepseekV3ForCausalLM", "deepseek_v3", deepseek},
    {"GPT2LMHeadModel", "gpt2", gpt2},
    {"GPTNeoXForCausalLM", "gpt_neox", gpt_neox},
    {"OPTForCausalLM", "opt", opt},
    {"ViTForImageClassification", "vit", vit},
};

const Architecture* find(const Json& names, const char* Architecture::*member) {
  const Json& name = names.is_array() && !names.empty() ? names[0] : names;
  if (!name.is_string()) return nullptr;
  for (const Architecture& a : kArchitectures) {
    if (name.get_ref<const std::string&>() == a.*member) return &a;
  }
  return nullptr;
}

[[noreturn]] void fail_unknown(const Json& found, const Place& place) {
  const Json& name = found.is_array() && !found.empty() ? found[0] : found;
  std::vector<std::string> known;
  for (const Architecture& a : kArchitectures) known.emplace_back(a.name);
  const std::string near =
      name.is_string() ? base::nearest(name.get_ref<const std::string&>(), known) : "";
  place.fail(fmt::format("one of {}", fmt::join(known, ", ")), config::brief(name),
             near.empty() ? "" : "nearest is '" + near + "'");
}

const Architecture& architecture_of(const Json& json, const Place& place) {
  const Json names = json.value("architectures", Json());
  const Json type = json.value("model_type", Json());
  if (const Architecture* known = find(names, &Architecture::name)) return *known;
  if (const Architecture* known = find(type, &Architecture::type)) return *known;
  if (names.is_null() && !type.is_null()) fail_unknown(type, place / "model_type");
  fail_unknown(names, place / "architectures");
}

// What such files call a model's keys.
constexpr std::pair<const char*, const char*> kKeys[] = {
    {"/hidden", "hidden_size"},
    {"/layers", "num_hidden_layers"},
    {"/heads", "num_attention_heads"},
    {"/kv_heads", "num_key_value_heads"},
    {"/head_size", "head_dim"},
    {"/inner", "intermediate_size"},
    {"/sequence", "max_position_embeddings"},
    {"/experts/top_k", "num_experts_per_tok"},
    {"/experts/inner", "moe_intermediate_size"},
};

// Faults stand at the keys of the file, where it has them.
void require_complete_file(const Model& model, const Json& json, const Place& place) {
  try {
    require_complete(model, {place.source, ""});
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    const auto known = std::find_if(std::begin(kKeys), std::end(kKeys),
                                    [&](const auto& key) { return fault.where == key.first; });
    const bool renamed = known != std::end(kKeys) && json.contains(known->second);
    fault.where = renamed ? (place / known->second).where : place.where + fault.where;
    throw base::ConfigError(std::move(fault));
  }
}

}  // namespace

bool is_hugging_face(const Json& json) {
  return json.is_object() && (json.contains("architectures") || json.contains("model_type"));
}

Model model_from_hugging_face(const Json& json, const Place& place) {
  const Architecture& architecture = architecture_of(json, place);
  Model m = architecture.read(Sizes(json, place));
  const auto name = json.find("_name_or_path");
  if (name != json.end() && name->is_string()) m.name = name->get<std::string>();
  if (m.name.empty()) m.name = architecture.type;
  m.source = place.source;
  require_complete_file(m, json, place);
  return m;
}

Model read_model(const Json& json, const Place& place) {
  const config::Noun noun = config::noun_of(json, place, "models");
  if (is_hugging_face(noun.keys)) return model_from_hugging_face(noun.keys, noun.place);
  Model m;
  model_fields().read(m, noun.keys, noun.place);
  require_complete(m, noun.place);
  return m;
}

}  // namespace jacquard::workload
