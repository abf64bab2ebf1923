// SPDX-License-Identifier: Apache-2.0
// What a step would take if something were otherwise.
#pragma once

#include <vector>

#include "sim/train/run_step.hpp"
#include "sim/train/step_rows.hpp"

namespace jacquard::train {

// By the list schedule, each change by itself, the largest gain first. Times are `time` (of any
// engine) scaled by what the list schedule gains. Changes that gain nothing are left out.
std::vector<ChangeRow> changes_of(const Step& step, base::Picoseconds time);

}  // namespace jacquard::train
