// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::schedule {

// False if no schedule of ladder() takes less. Its holds are powers of two up to the one it starts
// with. So an entry needs a few of them that add up to it, each with a guard. O(E bits), far less
// than ladder() itself.
bool ladder_may_take_less(const demand::QuantaMatrix& demand, const SchedulerOptions& options,
                          base::Picoseconds than);

}  // namespace jacquard::schedule
