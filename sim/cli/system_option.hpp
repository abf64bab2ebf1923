// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/topology/system.hpp"
#include "sim/cli/arguments.hpp"

namespace jacquard::cli {

// --system NAME|FILE|JSON, on every verb that has a network. `takes`: what the verb takes from it.
Option add_system_option(Arguments& app, std::string& system, const std::string& takes);

// The system of that text: the name of a shipped one, a file, or an object. Throws ConfigError.
topology::System read_system(const std::string& text);

// Throws ConfigError for a placement, which only some verbs have a use for.
void require_identity(const topology::System& system);

}  // namespace jacquard::cli
