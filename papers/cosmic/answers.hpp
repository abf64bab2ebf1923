// SPDX-License-Identifier: Apache-2.0
// Our answers to COSMIC's figures and tables that need searches (`jacquard repro cosmic`).
#pragma once

#include <vector>

#include "papers/published/answers.hpp"

namespace jacquard::cosmic {

report::Answer full_spread(const report::Question& question);    // Fig. 4(d)
report::Answer single_stacks(const report::Question& question);  // Fig. 6 and 7
report::Answer scalability(const report::Question& question);    // Fig. 8
report::Answer steps_to_peak(const report::Question& question);  // Fig. 10
report::Answer table5(const report::Question& question);
report::Answer table6(const report::Question& question);

std::vector<report::ReproEntry> search_answers();

}  // namespace jacquard::cosmic
