// SPDX-License-Identifier: Apache-2.0
// What a recipe says of its model.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/interop/recipes/draft.hpp"
#include "jacquard/interop/recipes/layers_text.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::interop::recipes {
namespace {

using config::Json;

// Of arguments that are not given, and of tokenizers.
constexpr int kVocabularyMultiple = 128;
constexpr int kGpt2 = 50257;
constexpr int kMostWindow = 1 << 30;
constexpr int kLlama2 = 32000;
constexpr int kLlama3 = 128256;

std::string small(std::string word) {
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return word;
}

std::string stem_of(const Draft& d) { return std::filesystem::path(d.file).stem().string(); }

// "models/my_llama3_8b_pretrain" as the shipped "llama3-8b": words are dropped from its ends.
std::optional<std::string> shipped_in(const std::string& path) {
  constexpr std::size_t kLongest = 100;
  const std::string words = path.substr(path.rfind('/') + 1);
  if (words.size() > kLongest) return std::nullopt;
  for (std::size_t begin = 0; begin < words.size();) {
    for (std::size_t end = words.size(); end != std::string::npos && end > begin;
         end = words.find_last_of("_-", end - 1)) {
      const std::string some = words.substr(begin, end - begin);
      if (some.find_first_of("0123456789") == std::string::npos) break;
      if (const auto name = workload::shipped_model_name(some)) return name;
      if (end == 0) break;
    }
    begin = std::min(words.find_first_of("_-", begin), words.size() - 1) + 1;
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
  return shipped_in(stem_of(d));
}

void complete_feed_forward(Draft& d, bool named) {
  if (small(d.text("/x/activation")).find("glu") != std::string::npos) d.at("/model/gated") = true;
  const std::int64_t hidden = d.number("/model/hidden", 0);
  if (!named && !d.has("/model/inner")) {
    d.at("/model/inner") = d.flag("/model/gated") ? 4 * hidden * 2 / 3 / 64 * 64 : 4 * hidden;
  }
  const int count = d.number("/model/experts/count", 0);
  if (count < 0) d.place("/model/experts/count").fail("0 or more", std::to_string(count));
  if (count > 0 && !named && !d.has("/model/experts/top_k")) d.at("/model/experts/top_k") = 2;
  if (count < 1) {
    if (!named && d.has("/model/experts")) d.at("/model").erase("experts");
  } else if (!d.has("/model/experts/inner") && !named) {
    d.at("/model/experts/inner") = d.number("/model/inner", 0);
  }
  const bool many = d.number("/model/layers", 0) > workload::kMostLayers;  // the table says so
  if (!d.has("/model/experts") || named || many) return;
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
  if (latent && !named) {  // what Megatron-LM's MLATransformerConfig has; no q_rank: not compressed
    for (const auto& [part, size] :
         {std::pair{"kv_rank", 512}, {"nope", 128}, {"rope", 64}, {"value", 128}}) {
      const std::string ours = std::string("/model/latent/") + part;
      if (!d.has(ours)) d.at(ours) = size;
    }
  }
  if (latent) {
    d.at("/model").erase("head_size");
    d.at("/model").erase("head_norms");  // of what is compressed, which it always has
  }
  const std::vector<std::string> window = d.words("/x/window");
  if (!window.empty()) {
    const std::string first =
        window[0].substr(std::min(window[0].find_first_not_of("([ "), window[0].size()));
    const auto keys = base::parse_number<int>(first.substr(0, first.find_first_of(",)] ")));
    if (!keys || *keys < -1 || *keys > kMostWindow)
      d.place("/x/window").fail("keys before and behind, such as 4095,0", d.text("/x/window"));
    if (*keys >= 0) d.at("/model/window") = *keys + 1;
  }
  const std::string positions = d.text("/x/position_type", "learned_absolute");
  if (!named && positions == "learned_absolute" && !d.flag("/x/rotary")) {
    d.at("/model/positions") = d.number("/x/positions", d.number("/sequence", 0));
  }
}

int vocabulary_of(Draft& d) {
  const std::string tokenizer = d.text("/x/tokenizer");
  for (const std::string& says : {tokenizer, d.text("/x/model"), d.text("/x/load"), stem_of(d)}) {
    if (const auto name = shipped_in(says))
      return workload::named_model(*name, {d.file, ""}).vocabulary;
  }
  const std::string type = d.text("/x/tokenizer_type", tokenizer);
  if (type == "GPT2BPETokenizer" || d.has("/x/vocabulary_file")) return kGpt2;
  if (type == "Llama2Tokenizer") return kLlama2;
  d.notes.push_back(
      fmt::format("no vocab_size and no known tokenizer: {} tokens are assumed", kLlama3));
  return kLlama3;
}

// With the rows that Megatron-LM adds, so that tensor parallelism splits it.
void complete_vocabulary(Draft& d) {
  const std::int64_t tp = d.number("/parallel/tp", 1);
  const std::int64_t unit = d.number("/x/vocabulary_multiple", kVocabularyMultiple) * tp;
  const std::int64_t whole =
      d.has("/model/vocabulary") ? d.number("/model/vocabulary", 0) : vocabulary_of(d);
  if (unit < 1) return;  // said where degrees are read
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
    const std::string norm = small(d.text("/x/norm"));
    if (norm.find("layernorm") == std::string::npos && norm != "rmsnorm")
      d.place("/x/norm").fail("LayerNorm or RMSNorm", d.text("/x/norm"));
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
  if (!d.has("/sequence")) d.place("/sequence").fail("seq_length", "none");
  d.at("/model/sequence") = d.number("/sequence", 0);
  Json model = {{"name", stem_of(d)}, {"source", d.file},        {"biases", true},
                {"layer_norm", true}, {"tied_embeddings", true}, {"fused_attention", true}};
  model.merge_patch(d.at("/model"));
  d.at("/model") = std::move(model);
}

}  // namespace jacquard::interop::recipes
