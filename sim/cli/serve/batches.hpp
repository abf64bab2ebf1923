// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/serve/options.hpp"

namespace jacquard::cli {

// Static batches: one, or those of --sweep and --compare. Prints, writes, gives the exit code.
// Throws ConfigError if no case can run.
int run_batches(const serve::ServeConfig& config, const ServeOptions& words, const Common& common);

}  // namespace jacquard::cli
