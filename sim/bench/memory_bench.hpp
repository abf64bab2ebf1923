// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// One channel of HBM3E and of DDR5 by both models, at and lt, behind their TLM-2.0 sockets, with
// the checker off: a row per memory, mapping and traffic with the bandwidth of both and their
// speed, in bursts per second. Then a row per part: what the models cost without SystemC, beside
// its kernel's events and a look-up of an address. A speed is that of the fastest of `repeat` runs
// (0: two). `valid`: lt is within 5 % of at, within 10 % with the bank groups high in the address.
void bench_memory(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> memory_bench_rows();

}  // namespace jacquard::bench
