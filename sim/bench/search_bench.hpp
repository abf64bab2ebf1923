// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// Searches of COSMIC's System 2 with GPT3-175B in closed forms on one core, with a store on disk, a
// row per agent: 10,000 evaluations, 1,000 by Bayesian optimisation. What the agent takes, and what
// the loop, the rewards and the store take, stand beside the evaluations of the same run.
void bench_search(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> search_bench_rows();

}  // namespace jacquard::bench
