// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/verify/wired_run.hpp"

namespace jacquard::verify {

// Leaves a bench in `folder` that needs nothing of ours: design.sv (`design`, with the wiring),
// checker.sv, bind.sv, bench.sv, and stimulus.hex and answers.hex of the pin log in `log`. Throws
// ConfigError if the folder cannot be written.
void emit_bench(const std::string& folder, const WiredModule& module, const WiredReport& report,
                const std::string& design, const std::string& log);

}  // namespace jacquard::verify
