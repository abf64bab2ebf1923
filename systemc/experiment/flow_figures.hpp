// SPDX-License-Identifier: Apache-2.0
// What flows that arrive came to: their times, and how these compare with a link of their own.
#pragma once

#include <vector>

#include "systemc/experiment/figures.hpp"

namespace jacquard::experiment {

// Of flows that are measured, of all runs, ascending.
std::vector<base::Picoseconds> flow_times(const CaseRuns& runs);

// Figures of a row; absent where all flows start at once.
std::vector<RowMetric> flow_metrics();

}  // namespace jacquard::experiment
