// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// Clocks per second of each 8-bit core at each size (default 64 ports), on MoE demands: the
// Verilated model behind the core contract, the golden model, and the two in lockstep.
// `valid`: no difference was seen.
void bench_rtl(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> rtl_bench_rows();

}  // namespace jacquard::bench
