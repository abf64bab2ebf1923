// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// The event engine in faithful mode, a row per case. Two cases are the queue without an engine:
// 1,024 pending events in the hold model, at random times and at equal ones. The others are
// all-reduces of 64 MiB in 4 chunks on `ports` NPUs (default 1,024): a uniform ring, the same with
// random link latencies and a straggler, fully connected direct, and both by symmetry. A figure is
// of the fastest of `repeat` runs, beside the same events through std::priority_queue in the same
// run. `valid`: both queues gave the same result.
void bench_engine(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> engine_bench_rows();

}  // namespace jacquard::bench
