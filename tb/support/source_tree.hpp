// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::tb {

// Path of a file of the source tree, e.g. in_source_tree("configs/traces/a.csv"). Tests run from
// anywhere, so the build tells where the tree is.
inline std::string in_source_tree(const std::string& path) {
  return std::string(JACQUARD_SOURCE_DIR) + "/" + path;
}

}  // namespace jacquard::tb
