// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/train/run_step.hpp"

namespace jacquard::train {

// Whether the event engine takes some seconds at most: one NPU stands for each class, or all
// exchange few messages.
bool has_few_events(const Step& step);

}  // namespace jacquard::train
