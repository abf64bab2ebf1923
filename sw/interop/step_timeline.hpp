// SPDX-License-Identifier: Apache-2.0
// A step as it ran, for https://ui.perfetto.dev.
#pragma once

#include <string>
#include <vector>

#include "jacquard/engine/interval.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::interop {

// Chrome trace-event JSON: a process for each class, a thread for each of its streams, an arrow
// from each send to its receive; exact to the picosecond. `intervals` are of each operation of each
// class. What overlaps on a stream is laid on threads of its own.
std::string step_timeline(const workload::StepProgram& program,
                          const std::vector<std::vector<engine::Interval>>& intervals);

}  // namespace jacquard::interop
