// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/engine/interval.hpp"
#include "jacquard/engine/step/account.hpp"
#include "jacquard/report/timeline/timeline.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::report {

// Why it took so long, where an engine tells.
struct StepReasons {
  std::vector<engine::step::PathStep> path;           // critical
  std::vector<std::vector<engine::step::Idle>> idle;  // of each class
};

// A step as it ran: a group for each class, lanes for each of its streams, an arrow from each send
// to its receive. `intervals` are of each operation of each class. What overlaps on a stream lies
// on lanes of its own. With reasons, "critical" says of an operation on the critical path why it
// did not begin earlier, and a lane has what the computation waits for.
Timeline step_timeline(const workload::StepProgram& program,
                       const std::vector<std::vector<engine::Interval>>& intervals,
                       const StepReasons& reasons = {});

}  // namespace jacquard::report
