// SPDX-License-Identifier: Apache-2.0
// A step's answer as rows.
#pragma once

#include <vector>

#include "jacquard/report/job/step_timeline.hpp"
#include "sim/train/step_rows.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::train {

// One of the step.
StepRow step_row(const Step& step, const StepAnswer& answer);

// One of the step, of each class, dimension, kind of communication, purpose of computation, and
// change.
std::vector<report::Printed> train_rows(const Step& step, const StepAnswer& answer);

// The critical path and what computation waits for, for a timeline.
report::StepReasons reasons_of(const Step& step, const StepAnswer& answer);

}  // namespace jacquard::train
