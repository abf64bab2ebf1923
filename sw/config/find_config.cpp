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

namespace {

// The other folder in which that name is shipped; empty if there is none.
std::string folder_of(const std::string& name) {
  std::error_code ignored;
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(base::data_path("configs"), ignored)) {
    if (fs::is_regular_file(entry.path() / (name + ".json"), ignored)) {
      folders.push_back(entry.path().filename().string());
    }
  }
  return folders.empty() ? "" : *std::min_element(folders.begin(), folders.end());
}

std::string hint_of(const std::string& name, const std::vector<std::string>& names) {
  const std::string elsewhere = folder_of(name);
  if (!elsewhere.empty()) return name + " is a name of configs/" + elsewhere;
  const std::string near = base::nearest(name, names);
  return near.empty() ? "" : "did you mean '" + near + "'?";
}

}  // namespace

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
    std::string list;
    for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
    place.fail("a file, or a shipped configuration (one of " + list + ")", "'" + name + "'",
               hint_of(name, names));
  }
  return base::data_path("configs/" + folder + "/" + name + ".json");
}

}  // namespace jacquard::config
