// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/report/timeline/timeline.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::train {

inline constexpr int kMostLanes = 32;

// A lane for each class (of more than kMostLanes evenly chosen ones, the first and the last among
// them): what its NPUs compute, or what they wait for, at each instant of the step. Numbers in
// boxes are those of micro-batches.
report::Timeline step_picture(const Step& step, const StepAnswer& answer);

}  // namespace jacquard::train
