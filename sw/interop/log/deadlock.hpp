// SPDX-License-Identifier: Apache-2.0
// Calls that can never begin, as they wait for each other.
#pragma once

#include <vector>

#include "jacquard/workload/job.hpp"

namespace jacquard::interop {

// Node `later` of an NPU begins after its node `earlier`, both by their places in its graph.
struct Wait {
  int npu = 0;
  int later = 0;
  int earlier = 0;
};

// Waits in a circle, each between two communications or barriers of one NPU: the earlier of one and
// the later of the next are two sides of one call. Empty: each call can begin. A send ends when it
// is received. One NPU of each class stands for all; only where those wait in a circle, which may
// be a chain of different NPUs, all are looked at, up to some millions of nodes. Requires that
// calls have all their sides.
std::vector<Wait> find_deadlock(const workload::Job& job);

}  // namespace jacquard::interop
