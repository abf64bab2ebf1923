// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::tool {

// The words of a line for a shell, of which quotes ' and backslashes are understood, and nothing
// else.
std::vector<std::string> words_of_line(const std::string& line);

}  // namespace jacquard::tool
