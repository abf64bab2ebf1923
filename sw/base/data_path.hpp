// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::base {

// Where the files that ship with the program are: `name` is "rtl", "configs", or a path below them.
// The first of three places that has them: $JACQUARD_DATA, the tree above the running program (a
// build of the source tree), and ../share/jacquard beside the program (an installed one). Throws
// ConfigError naming the places tried.
std::string data_path(const std::string& name);

// "configs/systems/a.json" of a file that ships with the program, wherever that is: what is said of
// it is the same on every machine. Any other path as it is.
std::string shown_path(const std::string& path);

// The path as the user gave it. Where nothing is there and the path begins with "configs/", the
// file that ships with the program, if there is one. read_file() and all other readers of inputs
// use this function, so every option that names a file finds the same files.
std::string as_given_or_shipped(const std::string& path);

}  // namespace jacquard::base
