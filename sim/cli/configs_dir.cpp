// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/configs_dir.hpp"

#include <cstdlib>
#include <filesystem>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace fs = std::filesystem;

std::string configs_dir() {
  if (const char* given = std::getenv("JACQUARD_CONFIGS"); given != nullptr && *given != '\0') {
    return given;
  }
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  for (fs::path folder = program.parent_path(); !failed && !folder.empty();
       folder = folder.parent_path()) {
    for (const char* place : {"share/jacquard/configs", "configs"}) {
      if (fs::is_directory(folder / place / "traces", failed)) return (folder / place).string();
    }
    failed.clear();
    if (folder == folder.root_path()) break;
  }
  throw base::ConfigError({"JACQUARD_CONFIGS", "", "the folder of the shipped configurations",
                           "none beside the program", ""});
}

std::string shipped(const std::string& file) {
  const fs::path path = fs::path(configs_dir()) / file;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw base::ConfigError({path.string(), "", "a file shipped with jacquard", "nothing", ""});
  }
  return path.string();
}

}  // namespace jacquard::cli
