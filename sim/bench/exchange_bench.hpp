// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// Exchanges of experts as a decoding step of DeepSeek-V3 makes them on 64 GPUs: 64 tokens on each,
// drifting popularity, a layer for each run. A row for the golden model and one for the RTL, in
// milliseconds of a whole exchange beside the decision alone, in the same run. `valid`: every byte
// arrived, and both make the same schedules.
void bench_exchange(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> exchange_bench_rows();

}  // namespace jacquard::bench
