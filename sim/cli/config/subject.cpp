// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/config/subject.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "sim/cli/find_config.hpp"

namespace jacquard::cli {
namespace {

using config::Document;

// How many of the file's keys the kind has; -1 if it says that it is of another.
std::ptrdiff_t known_keys(const ConfigKind& kind, const config::Json& json) {
  const std::vector<config::FieldInfo>& fields = *kind.fields;
  const auto says_kind = std::find_if(fields.begin(), fields.end(),
                                      [](const config::FieldInfo& f) { return f.key == "kind"; });
  if (json.is_object() && json.contains("kind") && says_kind != fields.end()) {
    const Document& words = says_kind->schema.at("enum");
    const Document word(json.at("kind"));
    if (std::find(words.begin(), words.end(), word) == words.end()) return -1;
  }
  if (kind.name == workload::model_fields().name() && workload::is_hugging_face(json)) {
    return static_cast<std::ptrdiff_t>(json.size());
  }
  return std::count_if(fields.begin(), fields.end(), [&](const config::FieldInfo& f) {
    return json.is_object() && json.contains(f.key);
  });
}

}  // namespace

ConfigSubject subject_of(const std::string& word) {
  std::vector<ConfigKind> all = config_kinds();
  for (ConfigKind& kind : all) {
    if (word == kind.name) return {std::move(kind), "", word};
  }
  for (ConfigKind& kind : config_kinds_without_files()) {
    if (word == kind.name) return {std::move(kind), "", word};
  }
  std::string folder;
  std::vector<std::string> names;
  for (const ConfigKind& kind : all) {
    const std::vector<std::string> shipped = shipped_configs(kind.folder);
    if (std::find(shipped.begin(), shipped.end(), word) != shipped.end()) folder = kind.folder;
    names.push_back(kind.name);
    names.insert(names.end(), shipped.begin(), shipped.end());
  }
  std::error_code ignored;
  if (folder.empty() && !config::is_path(word) && !std::filesystem::exists(word, ignored)) {
    if (auto kind = kind_of_system(word)) return {*std::move(kind), "", word};
    const std::string near = base::nearest(word, names);
    throw base::ConfigError(
        {"config", "", "a kind, a shipped configuration, NPUs such as 8xh100, or a file",
         "'" + word + "'",
         near.empty() ? "jacquard config show lists them" : "did you mean '" + near + "'?"});
  }
  for (ConfigKind& kind : platform_kinds()) all.push_back(std::move(kind));
  std::string path = find_config(folder, word, "config");
  const config::Json json = config::read_json(path);
  const auto likest =
      std::max_element(all.begin(), all.end(), [&](const ConfigKind& a, const ConfigKind& b) {
        return known_keys(a, json) < known_keys(b, json);
      });
  return {std::move(*likest), std::move(path), word};
}

}  // namespace jacquard::cli
