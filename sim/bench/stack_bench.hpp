// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// Llama 3 405B on 16,384 NPUs with slots of 122 us: a row per case. Making the stack, its index
// and its configurations; one look-up of a random switch or port in a random slot, in the index and
// in the bytes of a configuration. A figure is of the fastest of `repeat` runs.
void bench_stack(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> stack_bench_rows();

}  // namespace jacquard::bench
