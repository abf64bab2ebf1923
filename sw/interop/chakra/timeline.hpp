// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::interop {

// The traces as Chrome trace-event JSON, which https://ui.perfetto.dev opens: a process per
// distinct trace (equal ranks are one), a thread per resource (compute, communication, memory), one
// event a line. Where a trace records start times they are shown; else each node begins when what
// it waits for has ended and its resource is free. A node without a recorded duration is shown as 1
// us: this is a picture of the graph, not a simulation.
std::string chakra_timeline(const RankTraces& ranks);

}  // namespace jacquard::interop
