// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/find_config.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace {

namespace fs = std::filesystem;

bool looks_like_path(const std::string& name) {
  std::error_code ignored;
  return name.find('/') != std::string::npos || fs::path(name).extension() == ".json" ||
         fs::exists(name, ignored);
}

}  // namespace

std::vector<std::string> shipped_configs(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(base::data_path("configs/" + folder), ignored)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string find_config(const std::string& folder, const std::string& name,
                        const std::string& source) {
  if (looks_like_path(name)) return name;
  if (folder.empty()) {
    throw base::ConfigError(
        {source, "", "the path of a .json file", "'" + name + "'", "none is shipped by name"});
  }
  const std::vector<std::string> names = shipped_configs(folder);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    base::throw_unknown_name(source, "a file, or a shipped configuration", name, names);
  }
  return base::data_path("configs/" + folder + "/" + name + ".json");
}

}  // namespace jacquard::cli
