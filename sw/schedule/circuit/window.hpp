// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// Slots of the next window of a scheduler that plans one at a time: options.window, or the
// single-hop bound of what is left, guards included.
double window_slots(const Residue& left, double delta, const SchedulerOptions& options);

// Throws ConfigError if options.window is given and cannot hold a guard and a slot, or is so short
// that the demand would take more than 2^16 windows.
void check_window(const Residue& demand, double delta, const SchedulerOptions& options);

}  // namespace jacquard::schedule
