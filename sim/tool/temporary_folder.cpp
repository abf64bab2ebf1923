// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>

#include "jacquard/base/error.hpp"

namespace jacquard::tool {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::error_code failed;
  const fs::path parent = fs::temp_directory_path(failed);
  path_ = (failed ? fs::path("/tmp") : parent) / "jacquard-XXXXXX";
  if (::mkdtemp(path_.data()) != nullptr) return;
  throw base::ConfigError({path_, "", "a temporary folder that can be made", "", "set TMPDIR"});
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace jacquard::tool
