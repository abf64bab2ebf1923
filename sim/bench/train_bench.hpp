// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// Steps from knobs to result, a row per case, each in a process of its own: GPT3-175B with 4 layers
// on COSMIC's System 2 by every engine and mode, 10,000 points of COSMIC's Table 4 by closed forms,
// GPT3-175B in eight stages, and Llama 3 405B on 16,384 NPUs. A figure is of the fastest of
// `repeat` runs.
void bench_train(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> train_bench_rows();

}  // namespace jacquard::bench
