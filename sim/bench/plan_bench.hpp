// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// Plans a second: every strategy of DLRM-A, DLRM-B and LLaMA-65B by MAD-Max's rules and by the
// physical mode, and a search of Megatron's knobs for Llama 3 405B on 16,384 NPUs. A row for one
// thread and one for all cores. A figure is of the fastest of `repeat` runs.
void bench_plan(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> plan_bench_rows();

}  // namespace jacquard::bench
