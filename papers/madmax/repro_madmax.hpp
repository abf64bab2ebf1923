// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/published/answers.hpp"

namespace jacquard::studies::madmax {

// madmax.*: by the paper's rules, the physical figure beside it.
std::vector<report::ReproEntry> answers();

// madmax.table2, madmax.table3, madmax.a100_to_h100: what the shipped models and clusters are.
std::vector<report::ReproEntry> table_answers();

}  // namespace jacquard::studies::madmax
