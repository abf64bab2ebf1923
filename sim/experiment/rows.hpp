// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/experiment/figures.hpp"

namespace jacquard::experiment {

// The row of `jacquard simulate`: one per case and source, with the figures of every kind of
// fabric.
const report::MetricTable<CaseRuns>& case_metrics();

}  // namespace jacquard::experiment
