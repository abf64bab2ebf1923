// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/model_of_row.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/model_name.hpp"
#include "sim/validate/given.hpp"

namespace jacquard::validate {
namespace {

constexpr int kWidest = 1 << 20;  // of a model, as its keys have it

bool has_word(const std::string& name, std::initializer_list<const char*> words) {
  const std::string word = plain(name);
  return std::any_of(words.begin(), words.end(),
                     [&](const char* w) { return word.find(w) != std::string::npos; });
}

// Feed-forward layers four times as wide as the model are those of GPT; others gate theirs.
bool is_gated(const std::string& name, int hidden, int inner) {
  if (has_word(name, {"llama", "mistral", "qwen", "deepseek", "gemma", "palm"})) return true;
  if (has_word(name, {"gpt", "nemotron", "bloom", "opt", "megatron", "mtnlg", "falcon"})) {
    return false;
  }
  return inner != 4 * hidden;
}

int needed(const CsvRow& row, const char* column) {
  if (const auto value = given_count(row, column)) return *value;
  const std::string near = base::nearest(given(row, "model"), config::shipped_configs("models"));
  config::Place{row.place().source, row.place().where + ", column " + column}.fail(
      "a whole number, or in column model a name of configs/models or a path", "nothing",
      near.empty() ? "" : "nearest model is '" + near + "'");
}

workload::Model described(const CsvRow& row, const std::string& name, bool before_flash_attention) {
  workload::Model m;
  m.name = name;
  m.hidden = needed(row, "hidden");
  if (m.hidden > kWidest) row.fail("hidden", fmt::format("a whole number in 1..{}", kWidest));
  m.layers = needed(row, "layers");
  m.heads = needed(row, "heads");
  m.vocabulary = needed(row, "vocabulary");
  m.inner = given_count(row, "ffn").value_or(4 * m.hidden);
  m.gated = is_gated(name, m.hidden, m.inner);
  m.sequence = given_count(row, "seq").value_or(m.gated ? 4096 : 2048);
  m.biases = !m.gated;
  m.layer_norm = !m.gated;
  m.tied_embeddings = !m.gated;
  m.positions = m.gated ? 0 : m.sequence;
  m.fused_attention = m.gated || !before_flash_attention;
  return m;
}

void replace_sizes(const CsvRow& row, workload::Model& m) {
  const workload::Model before = m;
  m.hidden = given_count(row, "hidden").value_or(m.hidden);
  m.heads = given_count(row, "heads").value_or(m.heads);
  if (m.hidden != before.hidden || m.heads != before.heads) m.head_size = 0;
  m.layers = given_count(row, "layers").value_or(m.layers);
  m.kv_heads = given_count(row, "kv_heads").value_or(m.kv_heads);
  m.vocabulary = given_count(row, "vocabulary").value_or(m.vocabulary);
  m.sequence = given_count(row, "seq").value_or(m.sequence);
  const auto inner = given_count(row, "ffn");
  if (!inner || *inner == m.inner || *inner == m.experts.inner) return;
  const bool dense = m.layers_of(workload::FeedForward::dense) > 0;
  (dense ? m.inner : m.experts.inner) = *inner;
}

// Whether a file of the user's says how attention is computed.
bool says_attention(const std::optional<std::string>& shipped, const std::string& name) {
  if (shipped) return false;
  const config::Json json = config::read_json(name);
  return json.is_object() && json.contains("fused_attention");
}

// What the model lacks stands at a column.
void require_sizes(const CsvRow& row, const workload::Model& m) {
  try {
    workload::require_complete(m, {row.place().source, ""});
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    std::string column = fault.where.substr(fault.where.rfind('/') + 1);
    if (column == "inner") column = "ffn";
    if (column == "sequence") column = "seq";
    fault.where = row.place().where + ", column " + column;
    throw base::ConfigError(std::move(fault));
  }
}

}  // namespace

workload::Model model_of_row(const CsvRow& row, bool before_flash_attention) {
  const std::string name = given(row, "model");
  const config::Place place{row.place().source, row.place().where + ", column model"};
  const auto shipped = workload::shipped_model_name(name);
  workload::Model m;
  if (shipped || config::is_path(name)) {
    m = workload::read_model(shipped ? *shipped : name, place);
    if (!says_attention(shipped, name)) m.fused_attention = m.gated || !before_flash_attention;
    replace_sizes(row, m);
  } else {
    m = described(row, name.empty() ? "a model" : name, before_flash_attention);
    m.kv_heads = given_count(row, "kv_heads").value_or(0);
  }
  require_sizes(row, m);
  return m;
}

}  // namespace jacquard::validate
