// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::cli {

// Names (without .json) of the configurations shipped in configs/<folder>, sorted. They are looked
// for in the working directory, in the source tree of a build, and beside an installed program.
std::vector<std::string> shipped_configs(const std::string& folder);

// The file that `name` means: a path if it looks like one or exists, else the shipped configuration
// of that name; no folder where none is shipped. Throws ConfigError with the nearest name if there
// is none.
std::string find_config(const std::string& folder, const std::string& name,
                        const std::string& source);

}  // namespace jacquard::cli
