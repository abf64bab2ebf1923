// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::cli {

// "10 ns,1 us", ascending. Throws ConfigError, naming the option, for times beyond a second.
std::vector<base::Picoseconds> times_of(const std::string& text, const char* option);

}  // namespace jacquard::cli
