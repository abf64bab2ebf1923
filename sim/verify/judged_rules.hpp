// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/verify/wired_run.hpp"

namespace jacquard::verify {

// The rules that a run of this module judges, as WiredReport::rule names them.
std::vector<std::string> judged_rules(const WiredModule& module, bool history);

}  // namespace jacquard::verify
