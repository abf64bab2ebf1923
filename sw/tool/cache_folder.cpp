// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/cache_folder.hpp"

#include <cstdlib>
#include <filesystem>

namespace jacquard::tool {

namespace fs = std::filesystem;

std::string cache_folder() {
  if (const char* chosen = std::getenv("JACQUARD_CACHE")) return chosen;
  if (const char* xdg = std::getenv("XDG_CACHE_HOME")) return fs::path(xdg) / "jacquard";
  if (const char* home = std::getenv("HOME")) return fs::path(home) / ".cache" / "jacquard";
  return fs::temp_directory_path() / "jacquard";
}

}  // namespace jacquard::tool
