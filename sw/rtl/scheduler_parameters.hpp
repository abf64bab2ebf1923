// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/schedule/core/core.hpp"

namespace jacquard::rtl {

// The parameters of jq_scheduler that make a core of that shape. Of shift and choose with the
// sizes of the ports' digits.
std::vector<std::pair<std::string, int>> scheduler_parameters(const schedule::CoreShape& shape);

}  // namespace jacquard::rtl
