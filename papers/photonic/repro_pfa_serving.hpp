// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/published/answers.hpp"

namespace jacquard::studies {

// pfa.fig9, fig10, mfu, validation, fig12 and dlrm: by rules that give the paper's numbers, and
// beside them what the described hardware gives.
std::vector<report::ReproEntry> pfa_serving_answers();

// Tables 2, 3 and 4, what they are made of, and what the paper says of them.
std::vector<report::ReproEntry> pfa_energy_answers();

}  // namespace jacquard::studies
