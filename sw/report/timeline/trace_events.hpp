// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/timeline/timeline.hpp"

namespace jacquard::report {

// Chrome trace-event JSON, which https://ui.perfetto.dev and chrome://tracing open: a process for
// each group, a thread for each lane, a complete event ("X") for each span, flow events for arrows,
// nested async events for stories. One event a line, in the order of the timeline; equal timelines
// give equal bytes.
//
// "ts" and "dur" are microseconds: with six decimals, so exact, where the tick is a picosecond.
// Perfetto rounds them to nanoseconds, each for itself, and drops an event that then reaches into
// the next one. With Timeline::times_twice "dur" is given less than a nanosecond too short where
// that would happen, and args.from_ps and args.to_ps tell the exact times.
std::string trace_events(const Timeline& timeline);

}  // namespace jacquard::report
