// SPDX-License-Identifier: Apache-2.0
// A step's program as a job: an OpGraph for each class, for engines that run any graph.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/workload/job.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::workload {

// Node i of a class's graph is operation i of its program, its id is i. `durations` are of the
// program's works, by number; `timed` of its comms, by number: a collective with a duration takes
// that and loads no network (OpNode::timed); fewer than comms: the others have none. What a stream
// runs before an operation is a control dependency. Groups are partitions numbered by the mask of
// their axes; 0 where they are all NPUs. What goes to experts and back is unpredictable.
Job job_of(const StepProgram& program, const std::vector<base::Picoseconds>& durations,
           const std::vector<std::optional<base::Picoseconds>>& timed = {});

// OpNode::group of such a job.
int group_of(AxisMask axes, const RankGrid& grid);

// "layer 3 forward ffn_up", "update optimizer".
std::string name_of(const StepOp& op);

}  // namespace jacquard::workload
