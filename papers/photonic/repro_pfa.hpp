// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/published/answers.hpp"

namespace jacquard::studies {

// Every pfa.*: ports, pj_per_bit and table5 of the appliances we ship and of simulations of them,
// the rest as repro_pfa_serving.hpp says.
std::vector<report::ReproEntry> pfa_answers();

}  // namespace jacquard::studies
