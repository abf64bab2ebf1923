// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "jacquard/report/fabric/fabric_run.hpp"
#include "jacquard/report/timeline/timeline.hpp"

namespace jacquard::report {

// A run with groups of NPUs, flows, ports, crossbars, scheduler and others. Flows lie on lanes of
// their source, settings and their guards on their crossbar's, and what each port is connected to
// on the port's. Lanes stand in the order of their names' numbers ("npu 2" before "npu 10").
//
// At most `most` spans, the longest (of equally long ones the earliest); no port's connections of a
// run with more settings x ports than kMostConnections; a setting has its columns among its
// arguments as long as all settings have at most kMostColumns. The note and the facts tell what is
// left out. So a file has at most some 100 MB (more only by long names).
inline constexpr std::size_t kMostTimelineEvents = 200'000;
inline constexpr std::size_t kMostColumns = 2'000'000;
Timeline fabric_timeline(const FabricRun& run, std::size_t most = kMostTimelineEvents);

}  // namespace jacquard::report
