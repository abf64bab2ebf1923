// SPDX-License-Identifier: Apache-2.0
// What a step would take if something were otherwise.
#pragma once

#include <string>
#include <vector>

#include "systemc/train/run_step.hpp"

namespace jacquard::train {

struct ChangeRow {
  std::string change;
  base::Picoseconds time{0};
  double gain = 0;  // share of the step's time that it saves
};

// By the list schedule, each change by itself, the largest gain first. Times are `time` (of any
// engine) scaled by what the list schedule gains. Changes that gain nothing are left out.
std::vector<ChangeRow> changes_of(const Step& step, base::Picoseconds time);

}  // namespace jacquard::train
