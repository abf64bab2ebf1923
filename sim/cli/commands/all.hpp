// SPDX-License-Identifier: Apache-2.0
// Every verb's row of the table in commands.cpp.
#pragma once

#include "sim/cli/command.hpp"

namespace jacquard::cli {

Command schedule_command();

}  // namespace jacquard::cli
