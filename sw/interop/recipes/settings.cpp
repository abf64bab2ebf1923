// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/settings.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/toml_reader.hpp"
#include "jacquard/config/yaml_reader.hpp"
#include "jacquard/interop/recipes/python.hpp"
#include "jacquard/interop/recipes/shell.hpp"

namespace jacquard::interop::recipes {
namespace {

using config::Json;

constexpr std::size_t kLargest = std::size_t{16} << 20;

std::string end_of(const std::string& file) {
  std::string end = std::filesystem::path(file).extension().string();
  for (char& c : end) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return end;
}
bool is_yaml(const std::string& file) { return end_of(file) == ".yaml" || end_of(file) == ".yml"; }

std::string with_underscores(std::string name) {
  name.erase(0, std::min(name.find_first_not_of('-'), name.size()));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

Json scalar(const std::string& text) {
  if (text == "true" || text == "True") return true;
  if (text == "false" || text == "False") return false;
  if (text == "null" || text == "None") return nullptr;
  if (const auto whole = base::parse_number<std::int64_t>(text)) return *whole;
  return text;
}

void add(const std::string& path, Json value, const config::Place& place, Settings& settings) {
  if (value.is_string()) value = scalar(value.get<std::string>());
  if (!value.is_null()) settings.all.push_back({path, std::move(value), place});
}

void flatten(const Json& json, const std::string& path, const config::Place& place,
             Settings& settings) {
  if (!json.is_object()) return add(path, json, place, settings);
  for (const auto& [key, value] : json.items()) {
    if (key == "model" && value.is_object()) settings.framework = Framework::nemo;
    flatten(value, (path.empty() ? "" : path + ".") + with_underscores(key), place / key, settings);
  }
}

// What NeMo's files write for a number: "${.hidden_size}", "${multiply:4, ${.hidden_size}}".
std::optional<std::int64_t> interpolated(const Json& value, const Settings& settings, int depth) {
  constexpr int kDeepest = 4;
  constexpr std::int64_t kMost = 1 << 30;
  if (value.is_number_integer()) return value.get<std::int64_t>();
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  if (const auto number = base::parse_number<std::int64_t>(text)) return number;
  if (depth > kDeepest || text.rfind("${", 0) != 0 || text.back() != '}') return std::nullopt;
  const std::string inner = text.substr(2, text.size() - 3);
  const std::size_t comma = inner.find(", ");
  if (inner.rfind("multiply:", 0) == 0 && comma != std::string::npos) {
    const auto a = interpolated(inner.substr(9, comma - 9), settings, depth + 1);
    const auto b = interpolated(inner.substr(comma + 2), settings, depth + 1);
    const bool small = a && b && *a >= 0 && *b >= 0 && *a <= kMost && *b <= kMost;
    return small ? std::optional(*a * *b) : std::nullopt;
  }
  for (const Setting& other : settings.all) {
    const bool named = inner.find('.') != std::string::npos &&
                       other.name() == inner.substr(inner.rfind('.') + 1) && other.value != value;
    if (named) return interpolated(other.value, settings, depth + 1);
  }
  return std::nullopt;
}

// "--name value value", "--name=value".
void read_arguments(const std::vector<std::string>& words, const std::string& file,
                    Settings& settings) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind("--", 0) != 0) continue;
    const std::size_t equal = words[i].find('=');
    const std::string option = words[i].substr(0, equal);
    Json values = Json::array();
    if (equal != std::string::npos) values.push_back(scalar(words[i].substr(equal + 1)));
    while (i + 1 < words.size() && words[i + 1].rfind("--", 0) != 0) {
      values.push_back(scalar(words[++i]));
    }
    if (option.find('.') != std::string::npos) settings.framework = Framework::torchtitan;
    if (values.empty()) values.push_back(true);
    const std::string path = with_underscores(option);
    const auto same = [&](const Setting& before) {
      return before.path == path;
    };  // the last counts
    settings.all.erase(std::remove_if(settings.all.begin(), settings.all.end(), same),
                       settings.all.end());
    add(path, values.size() == 1 ? values[0] : values, {file, option}, settings);
  }
}

// Variables that say the number of NPUs where no option does.
void read_variables(const Shell& shell, const std::string& file, Settings& settings) {
  for (const auto& [variable, option] : {std::pair{"GPUS_PER_NODE", "nproc_per_node"},
                                         {"NNODES", "nnodes"},
                                         {"NUM_NODES", "nnodes"}}) {
    const auto found = shell.variables.find(variable);
    if (found != shell.variables.end() && base::parse_number<int>(found->second)) {
      add(option, found->second, {file, variable}, settings);
    }
  }
}

}  // namespace

bool is_recipe(const std::string& file) {
  std::error_code ignored;
  if (is_python(file)) return true;
  if (!std::filesystem::is_regular_file(file, ignored) || end_of(file) == ".json") return false;
  if (is_yaml(file) || end_of(file) == ".toml" || end_of(file) == ".sh") return true;
  if (std::filesystem::file_size(file, ignored) > kLargest) return false;
  const std::string text = base::read_file(file, kLargest);
  return text.find_first_not_of(" \t\r\n") != text.find('{') &&
         text.find("--") != std::string::npos;
}

Settings read_settings(const std::string& file) {
  if (is_python(file)) return read_python(file);
  Settings settings;
  const std::string text = base::read_file(file, kLargest);
  const config::Place place{file, ""};
  if (end_of(file) == ".toml") {
    flatten(config::parse_toml(text, file), "", place, settings);
    settings.framework = Framework::torchtitan;
  } else if (is_yaml(file)) {
    flatten(config::parse_yaml(text, file), "", place, settings);
    for (Setting& setting : settings.all) {
      if (const auto number = interpolated(setting.value, settings, 0)) setting.value = *number;
    }
  } else {
    const Shell shell = read_shell(text);
    require_quotes_end(shell, place);
    read_arguments(shell.words, file, settings);
    read_variables(shell, file, settings);
  }
  if (settings.all.empty())
    place.fail("options or settings of Megatron-LM, torchtitan, NeMo or Megatron-Bridge", "none");
  return settings;
}

}  // namespace jacquard::interop::recipes
