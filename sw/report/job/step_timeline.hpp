// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/engine/interval.hpp"
#include "jacquard/report/timeline/timeline.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::report {

// A step as it ran: a group for each class, lanes for each of its streams, an arrow from each send
// to its receive. `intervals` are of each operation of each class. What overlaps on a stream lies
// on lanes of its own.
Timeline step_timeline(const workload::StepProgram& program,
                       const std::vector<std::vector<engine::Interval>>& intervals);

}  // namespace jacquard::report
