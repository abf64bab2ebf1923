// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/find_config.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace {

namespace fs = std::filesystem;

// The first configs/ that exists: here, <tree>/build/sim/jacquard's tree, <prefix>/bin/jacquard's.
fs::path configs_folder() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& folder :
       {fs::path("configs"), program.parent_path().parent_path() / "configs",
        program.parent_path() / "share" / "jacquard" / "configs"}) {
    if (fs::is_directory(folder, ignored)) return folder;
  }
  return "configs";
}

bool looks_like_path(const std::string& name) {
  std::error_code ignored;
  return name.find('/') != std::string::npos || fs::path(name).extension() == ".json" ||
         fs::exists(name, ignored);
}

}  // namespace

std::vector<std::string> shipped_configs(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(configs_folder() / folder, ignored)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string find_config(const std::string& folder, const std::string& name,
                        const std::string& source) {
  if (looks_like_path(name)) return name;
  const std::vector<std::string> names = shipped_configs(folder);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    base::throw_unknown_name(source, "a file, or a shipped configuration", name, names);
  }
  return (configs_folder() / folder / (name + ".json")).string();
}

}  // namespace jacquard::cli
