// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// Tunes of a block's products on meshes, by one thread: GPT-3 175B on 256 and 1,024 chips in every
// mode, by MeshSlice alone and by all algorithms. A figure is of the fastest of `repeat` runs.
void bench_gemm(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> gemm_bench_rows();

}  // namespace jacquard::bench
