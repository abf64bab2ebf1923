// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "jacquard/report/fabric/fabric_run.hpp"

namespace jacquard::report {

// A run as Chrome trace-event JSON, which https://ui.perfetto.dev and chrome://tracing open: a
// process per group (NPUs, flows, ports, crossbars, scheduler, other), a thread per track, a
// complete event ("X") per interval. One event a line, by time; equal runs give equal bytes.
//
// "ts" and "dur" are microseconds with six decimals, so exact to the picosecond; so are
// args.from_ps and args.to_ps, as whole numbers. Perfetto rounds ts and dur to nanoseconds, each
// for itself, and drops an event that then reaches into the next one; where that would happen "dur"
// is given less than a nanosecond too short, and only args tells the exact end.
//
// At most kMostTimelineEvents events, the longest; a setting has its columns among its args as long
// as all settings have at most kMostColumns. otherData, and an instant event at 0, tell what is
// left out. So a file has at most some 100 MB (more only by long names).
inline constexpr std::size_t kMostTimelineEvents = 200'000;
inline constexpr std::size_t kMostColumns = 2'000'000;
std::string perfetto_json(const FabricRun& run);

}  // namespace jacquard::report
