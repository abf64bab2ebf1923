// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// The circuit fabric with an all-to-all of the popularity process (4.295 GB at 16 ports, a Chronos
// Fig. 6 matrix), a row per scheduler: milliseconds of a whole run and process activations per
// second, the fastest of `repeat` runs (0: as many as fit in half a second), beside the bare
// SystemC kernel with a process per link, NIC and the controller in the same run. A last row is the
// Verilated ladder in the loop: clocks per second while it decides, transfers included. `valid`:
// every byte arrived, and the RTL's completion is its golden model's.
void bench_fabric(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> fabric_bench_rows();

}  // namespace jacquard::bench
