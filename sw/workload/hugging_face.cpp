// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/hugging_face.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/workload/hugging_face/architectures.hpp"
#include "jacquard/workload/hugging_face/mistral.hpp"

namespace jacquard::workload {
namespace {

using config::Json;
using config::Place;
using hugging_face::Architecture;
using hugging_face::architectures;
using hugging_face::Keys;

const Architecture* find(const Json& names, const char* Architecture::*member) {
  const Json& name = names.is_array() && !names.empty() ? names[0] : names;
  if (!name.is_string()) return nullptr;
  for (const Architecture& a : architectures()) {
    if (name.get_ref<const std::string&>() == a.*member) return &a;
  }
  return nullptr;
}

[[noreturn]] void fail_unknown(const Json& found, const Place& place) {
  const Json& name = found.is_array() && !found.empty() ? found[0] : found;
  std::vector<std::string> known;
  for (const Architecture& a : architectures()) known.emplace_back(a.name);
  const std::string near =
      name.is_string() ? base::nearest(name.get_ref<const std::string&>(), known) : "";
  place.fail(
      "an architecture of docs/workloads.md, such as LlamaForCausalLM, or a decoder by its keys",
      config::brief(name), near.empty() ? "" : "nearest is '" + near + "'");
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Whether a file of an architecture that is not known may be read by its keys: it makes text, and
// has what every decoder has.
bool is_decoder(const Json& names, const Json& json) {
  const Json& name = names.is_array() && !names.empty() ? names[0] : names;
  if (!name.is_string()) return false;
  const auto& text = name.get_ref<const std::string&>();
  if (!ends_with(text, "ForCausalLM") && !ends_with(text, "ForConditionalGeneration")) return false;
  const Keys keys(json, {});
  return keys.has("hidden_size") && keys.has("num_hidden_layers") && keys.has("vocab_size") &&
         keys.has("num_attention_heads");
}

const Architecture* known_of(const Json& json) {
  const Architecture* named = find(json.value("architectures", Json()), &Architecture::name);
  return named != nullptr ? named : find(json.value("model_type", Json()), &Architecture::type);
}

// `text`: where the sizes stand, the file itself or its text_config.
const Architecture& architecture_of(const Json& json, const Json& text, const Place& place) {
  static const Architecture by_keys{"", "", hugging_face::read_decoder, 0};
  if (const Architecture* known = known_of(json)) return *known;
  if (const Architecture* known = known_of(text)) return *known;
  const Json names = json.value("architectures", Json());
  const Json type = json.value("model_type", Json());
  if (is_decoder(names, text)) return by_keys;
  if (names.is_null() && !type.is_null()) fail_unknown(type, place / "model_type");
  fail_unknown(names, place / "architectures");
}

// Models of images and text have the sizes of text apart.
bool has_text_config(const Json& json) {
  const auto found = json.find("text_config");
  return found != json.end() && found->is_object();
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
    {"/linear/key_heads", "linear_num_key_heads"},
    {"/linear/value_heads", "linear_num_value_heads"},
    {"/windowed/kv_heads", "swa_num_key_value_heads"},
    {"/window", "sliding_window"},
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
  return json.is_object() && (json.contains("architectures") || json.contains("model_type") ||
                              hugging_face::is_mistral_params(json));
}

Model model_from_hugging_face(const Json& json, const Place& place) {
  if (hugging_face::is_mistral_params(json)) {
    return model_from_hugging_face(hugging_face::config_of_mistral(json, place), place);
  }
  const bool apart = has_text_config(json);
  const auto text_config = json.find("text_config");
  if (!apart && text_config != json.end() && !text_config->is_null()) {
    (place / "text_config").fail("an object", config::brief(*text_config));
  }
  Json text = apart ? json["text_config"] : json;
  const Place text_place = apart ? place / "text_config" : place;
  const Architecture& architecture = architecture_of(json, text, place);
  if (apart && !text.contains("tie_word_embeddings") && json.contains("tie_word_embeddings")) {
    text["tie_word_embeddings"] = json["tie_word_embeddings"];
  }
  Model m = architecture.read(Keys(text, text_place), architecture.traits);
  const auto name = json.find("_name_or_path");
  if (name != json.end() && name->is_string()) m.name = name->get<std::string>();
  m.source = place.source;
  if (*architecture.name == '\0') {
    const Json names = json["architectures"];
    const std::string unknown = (names.is_array() ? names[0] : names).get<std::string>();
    if (m.name.empty()) m.name = unknown;
    m.source += ", whose architecture " + unknown + " is not known: read by its keys";
  }
  if (m.name.empty()) m.name = architecture.type;
  require_complete_file(m, text, text_place);
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
