// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::cli {

// The folder of shipped configurations: $JACQUARD_CONFIGS if set, else "share/jacquard/configs"
// (installed; a build tree links it) or "configs" (a source tree), looked for from the program's own
// folder upwards. Throws ConfigError if there is none.
std::string configs_dir();

// A file below it, e.g. shipped("papers/published.json"). Throws ConfigError if it is missing.
std::string shipped(const std::string& file);

}  // namespace jacquard::cli
