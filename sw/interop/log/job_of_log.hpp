// SPDX-License-Identifier: Apache-2.0
// A log as the one job.
#pragma once

#include <string>
#include <vector>

#include "jacquard/interop/log/log.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::interop {

struct LogJob {
  workload::Job job;
  std::vector<std::string> notes;  // what is otherwise than the log says, for people
};

// Nodes are numbered in the order of lines; what is computed before a call is a node before it, a
// wait is none. Dependencies are those of ProgramOrder, or LogCall::after. Where groups and peers
// are regular (places.hpp) they are said by places. Then all ranks of a class that have the same
// places among their peers share a graph. A barrier, or a collective of no bytes, is a marker with
// OpNode::barrier. A collective of one rank is a marker.
// A reduce is run as an all-reduce, a gather as an all-gather, a scatter as a broadcast of all
// pieces: no member sends or receives less. Members of an all-to-all put in as much as the one that
// puts in most. All-reduces of two ranks may be messages (pairs.hpp). Notes count these.
// Throws ConfigError for ranks that disagree (check_log.hpp) and for calls that wait for each other
// in a cycle (deadlock.hpp).
LogJob job_of_log(Log log);

}  // namespace jacquard::interop
