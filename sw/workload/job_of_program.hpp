// SPDX-License-Identifier: Apache-2.0
// A step's program as a job: an OpGraph for each class, for engines that run any graph.
#pragma once

#include <vector>

#include "jacquard/workload/job.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::workload {

// Node i of a class's graph is operation i of its program. `durations` are of the program's works,
// by number. The order of a stream becomes control dependencies.
Job job_of(const StepProgram& program, const std::vector<base::Picoseconds>& durations);

}  // namespace jacquard::workload
