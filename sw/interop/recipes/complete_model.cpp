// SPDX-License-Identifier: Apache-2.0
// What a recipe says of its model.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/config/composed.hpp"
#include "jacquard/interop/recipes/draft.hpp"
#include "jacquard/interop/recipes/layers_text.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::interop::recipes {
namespace {

using config::Json;

// Megatron-LM's, of arguments that are not given.
constexpr int kVocabularyMultiple = 128;
constexpr int kGpt2 = 50257;
constexpr int kLlama2 = 32000;

std::string small(std::string word) {
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return word;
}

// "llama3_8b_pretrain_h100" as the shipped "llama3-8b": words are dropped from its end.
std::optional<std::string> shipped_in(std::string word) {
  while (word.find_first_of("0123456789") != std::string::npos) {
    if (const auto name = workload::shipped_model_name(word)) return name;
    const std::size_t last = word.find_last_of("_-");
    if (last == std::string::npos) return std::nullopt;
    word.resize(last);
  }
  return std::nullopt;
}

std::optional<std::string> shipped_of(const Draft& d) {
  if (d.framework == Framework::torchtitan) {
    const std::string name = d.text("/x/model"), flavor = small(d.text("/x/flavor"));
    if (name == "deepseek_v3") {  // the sizes of a DeepSeek-V3 and of a DeepSeek-V2-Lite
      return flavor == "671b"  ? std::optional("deepseek-v3")
             : flavor == "16b" ? std::optional("deepseek-v2-lite")
                               : std::nullopt;
    }
    if (flavor == "17bx16e") return "llama4-scout";
    if (flavor == "17bx128e") return "llama4-maverick";
    return workload::shipped_model_name(name + "-" + flavor);
  }
  for (const char* says : {"/x/model", "/x/tokenizer", "/x/load"}) {
    if (const auto name = shipped_in(d.text(says))) return name;
  }
  return shipped_in(std::filesystem::path(d.file).stem().string());
}

void complete_feed_forward(Draft& d, bool named) {
  if (small(d.text("/x/activation")).find("glu") != std::string::npos) d.at("/model/gated") = true;
  const int hidden = d.number("/model/hidden", 0);
  if (!named && !d.has("/model/inner")) {
    d.at("/model/inner") = d.flag("/model/gated") ? 4 * hidden * 2 / 3 / 64 * 64 : 4 * hidden;
  }
  if (d.number("/model/experts/count", 0) < 1) {
    if (!named && d.has("/model/experts")) d.at("/model").erase("experts");
  } else if (!d.has("/model/experts/inner") && !named) {
    d.at("/model/experts/inner") = d.number("/model/inner", 0);
  }
  if (!d.has("/model/experts") || named) return;
  const std::vector<int> experts = layers_with_experts(
      d.text("/x/frequency", "1"), d.number("/model/layers", 0), d.place("/x/frequency"));
  if (std::find(experts.begin(), experts.end(), 0) == experts.end()) {
    d.at("/model").erase("inner");
    return;
  }
  Json& kinds = d.at("/model/layer_kinds") = Json::array();
  for (const int has : experts) kinds.push_back(has != 0 ? "experts" : "dense");
}

void complete_attention(Draft& d, bool named) {
  if (d.has("/model/latent") && !d.flag("/x/latent")) d.at("/model").erase("latent");
  const bool latent = d.flag("/x/latent");
  const bool grouped = d.framework != Framework::megatron || d.flag("/x/grouped_queries");
  if (latent || !grouped) d.at("/model").erase("kv_heads");
  if (latent) d.at("/model").erase("head_size");
  const std::vector<std::string> window = d.words("/x/window");
  if (!window.empty()) {
    const std::string keys =
        window[0].substr(std::min(window[0].find_first_not_of("(["), window[0].size()));
    d.at("/model/window") = std::atoi(keys.c_str()) + 1;
  }
  const std::string positions = d.text("/x/position_type", "learned_absolute");
  if (!named && positions == "learned_absolute" && !d.flag("/x/rotary")) {
    d.at("/model/positions") = d.number("/x/positions", d.number("/sequence", 0));
  }
}

// With the rows that Megatron-LM adds, so that tensor parallelism splits it.
void complete_vocabulary(Draft& d) {
  if (!d.has("/model/vocabulary")) {
    const std::string type = d.text("/x/tokenizer_type", d.text("/x/tokenizer"));
    if (const auto name = workload::shipped_model_name(d.text("/x/tokenizer"))) {
      d.at("/model/vocabulary") = workload::named_model(*name, d.place("/x/tokenizer")).vocabulary;
    } else if (type == "GPT2BPETokenizer" || d.has("/x/vocabulary_file")) {
      d.at("/model/vocabulary") = kGpt2;
    } else if (type == "Llama2Tokenizer") {
      d.at("/model/vocabulary") = kLlama2;
    } else {
      d.notes.emplace_back(
          "no vocab_size and no known tokenizer: embedding and logits are left out");
      return;
    }
  }
  const std::int64_t tp = d.number("/parallel/tp", 1);
  const std::int64_t unit = d.number("/x/vocabulary_multiple", kVocabularyMultiple) * tp;
  if (unit < 1) return;  // said where degrees are read
  const std::int64_t whole = d.number("/model/vocabulary", 0);
  d.at("/model/vocabulary") = (whole + unit - 1) / unit * unit;
}

}  // namespace

void complete_model(Draft& d) {
  if (!d.has("/model")) d.at("/model") = Json::object();
  const bool sizes = d.has("/model/hidden") && d.has("/model/layers") && d.has("/model/heads");
  const auto name = sizes ? std::nullopt : shipped_of(d);
  if (!sizes && !name) {
    const bool titan = d.framework == Framework::torchtitan;
    d.place(titan ? "/x/flavor" : "/x/model")
        .fail(titan ? "a name and a flavor of a model that ships"
                    : "num_layers, hidden_size and num_attention_heads, or the name of a model "
                      "that ships",
              titan ? d.text("/x/model", "none") + " " + d.text("/x/flavor")
                    : d.text("/x/model", "none"),
              "jacquard config list models");
  }
  complete_feed_forward(d, name.has_value());
  complete_attention(d, name.has_value());
  if (d.has("/x/norm")) {
    d.at("/model/layer_norm") = small(d.text("/x/norm")).rfind("layernorm", 0) == 0;
  }
  const Json own = d.at("/model");
  if (name) {
    Json model = config::noun_of(Json(*name), {d.file, ""}, "models").keys;
    model.merge_patch(own);
    d.at("/model") = std::move(model);
    d.notes.push_back("the model is " + *name + (own.empty() ? "" : " with sizes of the file"));
    return;
  }
  complete_vocabulary(d);
  Json model = {{"name", std::filesystem::path(d.file).stem().string()},
                {"source", d.file},
                {"biases", true},
                {"layer_norm", true},
                {"tied_embeddings", true},
                {"fused_attention", true}};
  model.merge_patch(d.at("/model"));
  d.at("/model") = std::move(model);
}

}  // namespace jacquard::interop::recipes
