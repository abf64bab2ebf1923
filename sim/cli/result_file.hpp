// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::cli {

struct ResultFile {
  std::string name;  // of errors
  config::Json json;
};

// What --json printed ("-": standard input), or the one result of a folder that --out left. Throws
// ConfigError; `word` names the missing argument.
ResultFile read_result(const std::string& path, const std::string& word);

}  // namespace jacquard::cli
