// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/command.hpp"

namespace jacquard::cli {

// Moves numbers through the rounds of a user's file, or follows a plan of MSCCL or MSCCL++, prints
// what came out and returns the exit code.
int prove_file(const std::string& path, const Common& common);

// jacquard collective prove: the functional executor over every algorithm and number of NPUs.
Command prove_command();

}  // namespace jacquard::cli
