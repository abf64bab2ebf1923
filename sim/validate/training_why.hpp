// SPDX-License-Identifier: Apache-2.0
// The difference between a measured step and ours, by law.
#pragma once

#include <string>

#include "sim/validate/validation.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::validate {

// A `training_why` row for each part of our step: its mean time over NPUs, parts adding up to the
// step, and by how much it would have to be longer or shorter so that the step took `measured`.
void take_why(const train::Step& step, const std::string& device, double measured,
              const TakeRow& take);

std::vector<report::RowKind> training_why_rows();

}  // namespace jacquard::validate
