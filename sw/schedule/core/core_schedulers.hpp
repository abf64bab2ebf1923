// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// What the RTL cores emit, for any number of ports up to demand::kMaxPorts and counters of any
// width: the same wave array, without the load and the handshake. Options: diagonals_per_clock
// (taken as N if above it), and for the ladder top_offset, floor, fill.

// One permutation per quantum of time. O(slots N^2 / 64). Throws ConfigError if the largest line
// sum is above 2^24: give --bits or --slot.
Schedule unit(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// O(permutations N^2 / 64); about bits x (N to 2 N) permutations on dense matrices.
Schedule ladder(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// What the few core decides, for up to 256 ports and counters of any width; more ports are a
// ConfigError. O(permutations N^2), some 20 passes over all cells for each.
Schedule few(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// What the shift core of the digits of --shape decides, with what circuits carry: shift_schedule().
// "auto" is the core's default, the balanced shape.
Schedule shift(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

// ladder, few or shift, as the chooser picks for the guard of the demand, its counters as wide as
// the largest entry needs. For up to 256 ports.
Schedule choose(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

}  // namespace jacquard::schedule
