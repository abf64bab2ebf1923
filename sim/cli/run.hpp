// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace jacquard::cli {

// The whole program, of these verbs. Exit code: 0 done, 1 a check did not hold, 2 the user's input,
// 3 our fault.
int run(int argc, char** argv, base::Span<const Command> verbs = commands());

}  // namespace jacquard::cli
