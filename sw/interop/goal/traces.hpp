// SPDX-License-Identifier: Apache-2.0
// A GOAL schedule as traces of ranks, so that all that takes Chakra takes it too.
#pragma once

#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/goal/goal.hpp"

namespace jacquard::interop {

// A calculation is an operation of the CPU that takes its nanoseconds; sends and receives are
// messages. Where something begins with another (`irequires`), a node without time stands for that
// beginning. Notes say what is lost: further streams of a CPU, NICs, messages without bytes (they
// carry 1). Ids are places in the rank's list. Throws ConfigError for more ranks than `ranks`
// (0: any number), and as check_trace().
RankTraces traces_of(const GoalSchedule& schedule, int ranks);

}  // namespace jacquard::interop
