// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/model_name.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "jacquard/config/find_config.hpp"
#include "jacquard/config/unknown_name.hpp"
#include "jacquard/workload/hugging_face.hpp"

namespace jacquard::workload {
namespace {

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_precision(const std::string& word) {
  return is_one_of(
      word, {"fp8", "nvfp4", "fp4", "mxfp4", "bf16", "fp16", "awq", "gptq", "int4", "w4a16"});
}

bool all_digits(const std::string& word) {
  return !word.empty() &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// What stands behind the sizes and changes none of them.
bool says_nothing(const std::string& word) {
  const bool date = word.size() == 4 && all_digits(word);
  const bool revision = word.size() > 2 && word.rfind("v0", 0) == 0 && all_digits(word.substr(1));
  return date || revision || is_precision(word) ||
         is_one_of(word, {"instruct", "chat", "base", "hf", "it", "thinking", "dynamic", "kv",
                          "preview", "quantized", "pt", "terminus"});
}

// "meta-llama/Llama-3.1-8B-FP8" as "llama", "31", "8b", "fp8".
std::vector<std::string> words_of(const std::string& name) {
  const std::size_t vendor = name.rfind('/');
  const std::string own = vendor == std::string::npos ? name : name.substr(vendor + 1);
  std::vector<std::string> words(1);
  for (const char c : own) {
    if (c == '-' || c == '_' || c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  for (std::string& word : words) word = letters_and_digits(word);
  words.erase(std::remove(words.begin(), words.end(), ""), words.end());
  const std::size_t count = words.size();
  // A second edition of a checkpoint: "DeepSeek-R1-0528-FP4-V2".
  if (count > 2 && words.back() == "v2" && is_precision(words[count - 2])) words.pop_back();
  return words;
}

void replace_start(std::string& word, const std::string& from, const std::string& to) {
  if (word.rfind(from, 0) == 0) word.replace(0, from.size(), to);
}

std::string canonical(const std::string& name) {
  std::vector<std::string> words = words_of(name);
  while (words.size() > 1 && says_nothing(words.back())) words.pop_back();
  std::string word;
  for (const std::string& w : words) word += w;
  for (const char* maker : {"meta", "nvidia", "mistralai", "openai", "xai", "alibaba"}) {
    replace_start(word, maker, "");
  }
  replace_start(word, "deepseekr1distillqwen", "qwen25");
  replace_start(word, "deepseekr1distill", "");
  for (const char* minor : {"llama31", "llama33"}) replace_start(word, minor, "llama3");
  // The first Llama had none of these sizes, the second only one, which its users call by its
  // number.
  for (const char* size : {"8b", "70b", "405b"}) {
    if (word == std::string("llama") + size) word = std::string("llama3") + size;
  }
  for (const char* minor : {"deepseekr1", "deepseekv31"}) {
    if (word == minor) word = "deepseekv3";
  }
  return word;
}

}  // namespace

std::string letters_and_digits(std::string_view text) {
  std::string word;
  for (const char c : text) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool kept = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (kept) word += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return word;
}

namespace {

// "llama370" of "llama370b", but not "llama37", which ends within its number.
bool shortens(const std::string& word, const std::string& longer) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !word.empty() && longer.size() > word.size() && longer.rfind(word, 0) == 0 &&
         !(is_digit(word.back()) && is_digit(longer[word.size()]));
}

}  // namespace

std::optional<std::string> shipped_model_name(const std::string& name) {
  const std::string wanted = canonical(name);
  std::vector<std::string> longer;
  int begin = 0;  // that begin so, within a number too
  for (const std::string& shipped : config::shipped_configs("models")) {
    const std::string word = canonical(shipped);
    if (word == wanted) return shipped;
    if (!wanted.empty() && word.rfind(wanted, 0) == 0) ++begin;
    if (shortens(wanted, word)) longer.push_back(shipped);
  }
  return longer.size() == 1 && begin == 1 ? std::optional(longer.front()) : std::nullopt;
}

std::string precision_in_name(const std::string& name) {
  std::vector<std::string> words = words_of(name);
  while (!words.empty() && says_nothing(words.back())) {
    if (is_precision(words.back())) return words.back();
    words.pop_back();
  }
  return "";
}

Model named_model(const std::string& word, const config::Place& place) {
  std::error_code ignored;
  const bool is_file = config::is_path(word) && std::filesystem::is_regular_file(word, ignored);
  if (!is_file) {
    if (const auto shipped = shipped_model_name(word)) return read_model(*shipped, place);
  }
  const bool vendor =
      word.find('/') != std::string::npos && word.find(".json") == std::string::npos;
  if (is_file || (config::is_path(word) && !vendor)) return read_model(word, place);
  config::fail_unknown(place, "a model", word, config::shipped_configs("models"));
}

}  // namespace jacquard::workload
