// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/find_config.hpp"

#include <filesystem>

namespace jacquard::cli {

std::string find_config(const std::string& folder, const std::string& name,
                        const std::string& source) {
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored)) return name;
  return config::find_config(folder, name, config::Place{source, ""});
}

}  // namespace jacquard::cli
