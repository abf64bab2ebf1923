// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// Greedy decomposition: a maximal matching whose pairs stay until they have nothing left; a port
// that comes free takes the lowest partner that is free too. Every setting is maximal on what is
// left, slots <= 2 D - 1. O(entries) steps, each pays for the ports it frees. See docs/bvn.md.
Schedule maximal(const demand::QuantaMatrix& demand, const SchedulerOptions& options);

}  // namespace jacquard::schedule
