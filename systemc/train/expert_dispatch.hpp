// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "systemc/train/run_step.hpp"

namespace jacquard::train {

// Writes FOLDER/expert_dispatch.csv: the bytes that the NPUs of one expert-parallel group send each
// other before the experts of one layer, for `jacquard schedule --demand`. Nothing if the step has
// no such group, or one beyond demand::kMaxPorts.
void write_expert_dispatch(const Step& step, const std::string& folder);

}  // namespace jacquard::train
