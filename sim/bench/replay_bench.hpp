// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// The stack of a 64-rank step (configs/jobs/llama3_8b_64.json) in SystemC, a row per fabric of 64
// ports: milliseconds and process activations per second of the fastest of `repeat` replays, beside
// the bare SystemC kernel with as many pending events as NPUs have links. `valid`: the replay takes
// as long as the stack says.
void bench_replay(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> replay_bench_rows();

}  // namespace jacquard::bench
