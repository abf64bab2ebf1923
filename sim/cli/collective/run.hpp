// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "sim/cli/command.hpp"

namespace jacquard::cli {

// Adds the options of `jacquard collective` without a subcommand, and returns what runs it.
std::function<int()> add_collective_run(Arguments& app, const Common& common);

}  // namespace jacquard::cli
