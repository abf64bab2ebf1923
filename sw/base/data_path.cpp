// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/data_path.hpp"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/running_program.hpp"

namespace jacquard::base {
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> data_places() {
  std::vector<fs::path> places;
  if (const char* chosen = std::getenv("JACQUARD_DATA")) places.emplace_back(chosen);
  std::error_code failed;
  const fs::path program = running_program_folder();
  for (fs::path above = program; !above.empty(); above = above.parent_path()) {
    if (fs::exists(above / "rtl" / "bvn" / "jq_scheduler.sv", failed)) places.push_back(above);
    if (above == above.root_path()) break;
  }
  places.push_back(program.parent_path() / "share" / "jacquard");
  return places;
}

}  // namespace

std::string data_path(const std::string& name) {
  std::error_code failed;
  std::string tried;
  for (const fs::path& place : data_places()) {
    if (fs::exists(place / name, failed)) return (place / name).string();
    tried += (tried.empty() ? "" : ", ") + place.string();
  }
  throw ConfigError({name, "", "a file that ships with jacquard in one of " + tried, "none",
                     "set JACQUARD_DATA to the folder that holds rtl/ and configs/"});
}

std::string shown_path(const std::string& path) {
  if (path.empty() || path[0] != '/') return path;
  for (const fs::path& place : data_places()) {
    const std::string root = place.string() + "/";
    if (path.rfind(root, 0) != 0) continue;
    std::string below = path.substr(root.size());
    if (below.rfind("configs/", 0) == 0 || below.rfind("rtl/", 0) == 0) return below;
  }
  return path;
}

std::string as_given_or_shipped(const std::string& path) {
  if (path.rfind("configs/", 0) != 0) return path;
  std::error_code failed;
  if (fs::exists(path, failed)) return path;
  for (const fs::path& place : data_places()) {
    if (fs::exists(place / path, failed)) return (place / path).string();
  }
  return path;
}

}  // namespace jacquard::base
