// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/simulate/options.hpp"

namespace jacquard::cli {

// Runs an experiment that sends traffic through fabrics, tells its figures, and writes its report
// into --out, or into a folder of the experiment's name.
int run_fabrics(const SimulateOptions& o, const Common& common);

}  // namespace jacquard::cli
