// SPDX-License-Identifier: Apache-2.0
// YAML that says what JSON could, as some tools of others write it.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::config {

// The one document of a text, null for none. Plain scalars are numbers, true, false or null where JSON would
// have them so, else texts. Throws ConfigError naming the line for a syntax error, a key that is
// no text or comes twice, nesting beyond the limit, and more than four million values (aliases
// count where they are used).
Json parse_yaml(const std::string& text, const std::string& source, const JsonLimits& limits = {});

// All that are not empty.
std::vector<Json> parse_yaml_documents(const std::string& text, const std::string& source,
                                       const JsonLimits& limits = {});

// A whole file: YAML where its name ends in .yaml or .yml, else JSON.
Json read_json_or_yaml(const std::string& path);

}  // namespace jacquard::config
