// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::base {

// Where the files that ship with the program are: `name` is "rtl", "configs", or a path below them.
// Looked for below $JACQUARD_DATA, then in the tree above the running program (a build of the
// source tree), then in ../share/jacquard beside it (an installed one). Throws ConfigError naming
// the places tried.
std::string data_path(const std::string& name);

// The path as the user gave it; but where that is no file and begins with "configs/", the one that
// ships with the program.
std::string as_given_or_shipped(const std::string& path);

}  // namespace jacquard::base
