// SPDX-License-Identifier: Apache-2.0
// Chakra traces as the one job.
#pragma once

#include <map>
#include <vector>

#include "jacquard/interop/chakra/group_numbers.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::interop {

// What becomes of kinds of collectives that the engines do not have.
//   refused  as ASTRA-sim does
//   nearest  a reduce is an all-reduce, a gather an all-gather, a scatter a broadcast of all that
//            its root has, a block reduce-scatter a reduce-scatter; a barrier, or a collective of
//            no bytes, is a marker with OpNode::barrier
enum class OtherKinds { refused, nearest };

// The nodes of one trace. Throws ConfigError for one that nothing can run.
workload::OpGraph op_graph(const ChakraTrace& trace, const GroupNumbers& groups,
                           OtherKinds kinds = OtherKinds::refused);

// The job of all ranks; those that differ only in the numbers of their groups share their nodes.
// Groups that PyTorch wrote into a trace (process_groups.hpp) are added to `groups`, which are
// those of a file; one that both have must have the same ranks. `zero_is_everybody`: a group called
// "0" is all ranks whatever a trace says. Throws ConfigError as op_graph() does.
workload::Job job_of(const RankTraces& traces, std::map<int, std::vector<int>> groups,
                     bool zero_is_everybody, OtherKinds kinds = OtherKinds::refused);

// Throws ConfigError for what jacquard astra refuses in any mode and with any configuration.
// `npus` 0: it is not known how many there are.
void require_runnable(const RankTraces& traces, int npus);

}  // namespace jacquard::interop
