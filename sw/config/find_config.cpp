// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/find_config.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::config {

namespace fs = std::filesystem;

std::vector<std::string> shipped_configs(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  const fs::path shipped = fs::path(base::data_path("configs")) / folder;
  for (const auto& entry : fs::directory_iterator(shipped, ignored)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_path(const std::string& text) {
  return text.find('/') != std::string::npos || fs::path(text).extension() == ".json";
}

std::string find_config(const std::string& folder, const std::string& name, const Place& place) {
  if (is_path(name)) return name;
  const std::vector<std::string> names = shipped_configs(folder);
  if (names.empty()) {
    place.fail("the path of a .json file", "'" + name + "'", "none is shipped by name");
  }
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const std::string near = base::nearest(name, names);
    std::string list;
    for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
    place.fail("a file, or a shipped configuration (one of " + list + ")", "'" + name + "'",
               near.empty() ? "" : "did you mean '" + near + "'?");
  }
  return base::data_path("configs/" + folder + "/" + name + ".json");
}

}  // namespace jacquard::config
