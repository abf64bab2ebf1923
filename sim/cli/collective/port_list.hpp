// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::cli {

// "8", "1..64", "2,4,8" or "1..4,8" as an ascending list without doubles, each in 1..1024. Throws
// ConfigError naming the option.
std::vector<int> port_list(const std::string& text, const char* option);

}  // namespace jacquard::cli
