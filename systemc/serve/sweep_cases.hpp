// SPDX-License-Identifier: Apache-2.0
// The cases of a command: every combination of the values that its keys are swept over.
#pragma once

#include <string>
#include <vector>

#include "systemc/serve/serve_config.hpp"

namespace jacquard::serve {

inline constexpr std::int64_t kMostCases = 1'000'000;

// The key that an option of this name, without its first dashes, sets.
std::string key_of(std::string word);

// `sweeps`: texts such as "batch=1,8", a key of serve_fields() each. The first one varies
// slowest. Throws ConfigError at --sweep for a key that is none or stands twice, for a value that
// the key does not take, and for more than kMostCases.
std::vector<ServeConfig> cases_of(const ServeConfig& config,
                                  const std::vector<std::string>& sweeps);

}  // namespace jacquard::serve
