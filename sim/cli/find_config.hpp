// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/config/find_config.hpp"

namespace jacquard::cli {

using config::shipped_configs;

// The file that an option or argument means: one that exists, else as config::find_config() says.
std::string find_config(const std::string& folder, const std::string& name,
                        const std::string& source);

}  // namespace jacquard::cli
