// SPDX-License-Identifier: Apache-2.0
// TOML that says what JSON could, as torchtitan's jobs are written.
#pragma once

#include "jacquard/config/json_reader.hpp"

namespace jacquard::config {

// A whole TOML document; dates and infinite numbers are null. Throws ConfigError naming the line
// for a syntax error, and for nesting beyond the limit.
Json parse_toml(const std::string& text, const std::string& source, const JsonLimits& limits = {});

}  // namespace jacquard::config
