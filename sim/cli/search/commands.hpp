// SPDX-License-Identifier: Apache-2.0
// What may follow `jacquard search`.
#pragma once

#include "sim/cli/command.hpp"

namespace jacquard::cli {

Command search_serve_env_command();
Command search_show_command();

}  // namespace jacquard::cli
