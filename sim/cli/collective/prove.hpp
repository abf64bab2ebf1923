// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace jacquard::cli {

// jacquard collective prove: the functional executor over every algorithm and number of NPUs.
Command prove_command();

}  // namespace jacquard::cli
