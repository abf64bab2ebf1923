// SPDX-License-Identifier: Apache-2.0
// Answers to those numbers of COSMIC that need a training step.
#pragma once

#include "papers/published/answers.hpp"

namespace jacquard::train {

// cosmic.table2: our shipped models as the table prints them. cosmic.fig4a: the worst step over the
// best, of every choice of the workload's knobs.
std::vector<report::ReproEntry> cosmic_answers();

}  // namespace jacquard::train
