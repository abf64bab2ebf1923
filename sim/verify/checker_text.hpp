// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/verify/wired_run.hpp"

namespace jacquard::verify {

// The module jq_checker, in SystemVerilog: what the contract promises, looked at in every clock of
// in_i and out_o. It counts `faults`; a simulator other than Icarus has the same as properties.
std::string checker_text(const WiredModule& module);

}  // namespace jacquard::verify
