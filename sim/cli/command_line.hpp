// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::cli {

// The command as a line for a shell, every word as it was typed and quoted where it must be. Left
// out are --threads, which changes no result, and the options (with one value each) of `also_not`.
std::string command_line(const std::vector<std::string>& words,
                         const std::vector<std::string>& also_not = {});

}  // namespace jacquard::cli
