// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/bench/schedule_bench.hpp"

namespace jacquard::bench {

// The packet fabric under dcqcn-hpcc at 800 Gb/s, a row per scenario: 16 MB from every other port
// to one, and an all-to-all of the popularity process (4.295 GB at 16 ports, a Chronos Fig. 6
// matrix). Data packets and events per second, the median of `repeat` runs (0: five), beside what
// the same number of events costs in two baselines in the same run: a common heap of as many
// pending events as the star has links and ports to watch, and the bare SystemC kernel with a
// process for each. `valid`: every run gave the same, every byte arrived, and nothing was dropped.
void bench_packet(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> packet_bench_rows();

}  // namespace jacquard::bench
