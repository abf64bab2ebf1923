// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/command.hpp"

namespace jacquard::cli {

// What a verb found, in a sentence or two above its tables. --json and --csv have the rows alone.
void say_answer(const std::string& answer, const Common& common);

}  // namespace jacquard::cli
