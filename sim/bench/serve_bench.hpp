// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// How fast serving is simulated, by one thread: steps of the server, ten minutes of chat on a node,
// and static batches. A figure is of the fastest of `repeat` runs.
void bench_serve(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> serve_bench_rows();

}  // namespace jacquard::bench
