// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/report/timeline/timeline.hpp"
#include "systemc/train/on_machine.hpp"

namespace jacquard::train {

// What each NPU did, on five lanes: compute; memory (what an operation took beyond its law's
// time); wire (collectives, messages, exchanges); decision (from an exchange's beginning until its
// last permutation was there); wait (for the last NPU to route, then for the switch).
report::Timeline machine_timeline(const Step& step, const StepAnswer& answer);

}  // namespace jacquard::train
