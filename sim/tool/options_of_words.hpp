// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::tool {

// The words of one option with its values; or one word alone.
using GivenOption = std::vector<std::string>;

// A command's words, an option at a time.
std::vector<GivenOption> options_of_words(const std::vector<std::string>& words);

// "--guard"; of --set and --sweep with their key: "--set circuit.guard".
std::string name_of(const GivenOption& option);

}  // namespace jacquard::tool
