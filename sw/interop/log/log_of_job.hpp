// SPDX-License-Identifier: Apache-2.0
// A job as a log: what its ranks would have logged.
#pragma once

#include "jacquard/interop/log/log.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::interop {

// A line for each node, in the order of ids where that agrees with the dependencies, and `wait`
// lines; job_of_log() makes the same nodes of it, with the same dependencies: where the order of
// lines does not say them, LogCall::after does. Ranks of a class, and those that differ only in
// their groups and peers, are logged once. Not said are: which dependencies are control
// dependencies, tensors, priorities, durations of communications that load the network, and whether
// a size is of numbers other than bytes. Throws ConfigError naming the node for accesses to remote
// memory, and for communications of the CPU, of some dimensions only, without bytes or without
// peers. Throws it too for dependencies against the order in which a group's collectives are
// numbered.
Log log_of_job(const workload::Job& job);

}  // namespace jacquard::interop
