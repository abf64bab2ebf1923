// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/report/timeline/timeline.hpp"

namespace jacquard::report {

// A group per distinct trace (equal ranks are one), lanes per resource (compute, communication,
// memory). Where a trace records start times they are shown; else each node begins when what
// it waits for has ended and its resource is free. A node without a recorded duration is shown as 1
// us: this is a picture of the graph, not a simulation.
Timeline chakra_timeline(const interop::RankTraces& ranks);

// A rank as a simulation ran it.
struct TimedRank {
  struct Interval {
    std::int64_t begin_ps = 0;
    std::int64_t end_ps = 0;
  };
  std::string name;  // of its group: "NPU 0 and 7 more"
  int rank = 0;
  std::vector<Interval> nodes;  // in the order of their ids
};

// Likewise, as these ranks ran: exact to the picosecond.
Timeline run_timeline(const interop::RankTraces& ranks, const std::vector<TimedRank>& timed);

}  // namespace jacquard::report
