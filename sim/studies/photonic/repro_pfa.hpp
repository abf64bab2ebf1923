// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/report/repro/repro.hpp"

namespace jacquard::studies {

// pfa.ports, what photonics need of pfa.pj_per_bit, and pfa.table5: of the appliances we ship, and
// of simulations of them.
std::vector<report::ReproEntry> pfa_answers();

}  // namespace jacquard::studies
