// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/command.hpp"

namespace jacquard::cli {

// The sentence that answers, above the tables for people.
void say(const Common& common, const std::string& sentence);

}  // namespace jacquard::cli
