// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "support/program.hpp"

namespace jacquard::tb {

using Words = std::vector<std::string>;

// Runs `jacquard` in the folder, checks what every mistake of a user has in common (exit code 2,
// one line on stderr, nothing on stdout, nothing left in the folder), and returns the line.
std::string mistake(const Words& arguments, const Folder& folder);

}  // namespace jacquard::tb
