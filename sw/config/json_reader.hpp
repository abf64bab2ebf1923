// SPDX-License-Identifier: Apache-2.0
// The one way JSON enters the program.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "jacquard/config/place.hpp"

namespace jacquard::config {

using Json = nlohmann::json;              // what is read
using Document = nlohmann::ordered_json;  // what is written, keys in the order they are given

struct JsonLimits {
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t depth = 64;
};

// Parses one JSON document (RFC 8259: no comments). NaN and Infinity, which Python's json module
// writes, are binary values of that name, which no reader takes. Throws ConfigError with line
// and column for a syntax error. For a key given twice or nesting beyond the limit the error has the pointer.
// `first_line` is the line of the file on which `text` begins (for JSON Lines).
Json parse_json(std::string_view text, const std::string& source, const JsonLimits& limits = {},
                std::size_t first_line = 1);

// The same for a whole file.
Json read_json(const std::string& path, const JsonLimits& limits = {});

// A value as an error message shows it: its JSON if short, else what kind of value it is.
std::string brief(const Json& value);

}  // namespace jacquard::config
