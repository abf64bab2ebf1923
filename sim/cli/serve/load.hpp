// SPDX-License-Identifier: Apache-2.0
// The answer where a model and NPUs are named and nothing else: load against latency.
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/serve/dynamic_options.hpp"
#include "sim/cli/serve/options.hpp"

namespace jacquard::cli {

// Whether that is what the command asks for.
bool asks_load(const serve::ServeConfig& config, const ServeOptions& words,
               const DynamicOptions& options, const Common& common);

// Answers, prints, writes; gives the exit code.
int run_load(const serve::ServeConfig& config, const ServeOptions& words,
             const DynamicOptions& options, const Common& common);

}  // namespace jacquard::cli
