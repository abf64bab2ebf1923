// SPDX-License-Identifier: Apache-2.0
// Configurations that ship with the program, by name.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/place.hpp"

namespace jacquard::config {

// Names (without .json) of the configurations shipped in configs/<folder>, sorted; none if there is
// no such folder. They are looked for as base::data_path() does.
std::vector<std::string> shipped_configs(const std::string& folder);

// Whether text names a file: it has a "/", or ends in ".json".
bool is_path(const std::string& text);

// The file that `name` means: a path as it is, else the shipped configuration of that name. Throws
// ConfigError at `place` with the nearest name if there is none.
std::string find_config(const std::string& folder, const std::string& name, const Place& place);

}  // namespace jacquard::config
