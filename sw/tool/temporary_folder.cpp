// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>

#include "jacquard/base/error.hpp"

namespace jacquard::tool {
namespace fs = std::filesystem;

namespace {

std::string new_folder() {
  std::error_code failed;
  const fs::path parent = fs::temp_directory_path(failed);
  std::string path = (failed ? fs::path("/tmp") : parent) / "jacquard-XXXXXX";
  if (::mkdtemp(path.data()) != nullptr) return path;
  throw base::ConfigError({path, "", "a temporary folder that can be made", "", "set TMPDIR"});
}

}  // namespace

TemporaryFolder::TemporaryFolder() : made_(new_folder) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path(), ignored);
}

}  // namespace jacquard::tool
