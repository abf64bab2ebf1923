// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "jacquard/report/metric_table.hpp"

namespace jacquard::bench {

struct BenchOptions {
  std::vector<int> ports;  // empty: the bench's own choice
  int repeat = 0;          // runs of which the fastest counts; 0: as many as fit in half a second
  int largest_baseline = 256;  // baselines above this size would take minutes
  std::uint64_t seed = 1;
};

// Takes each row as soon as it is measured.
using TakeRow = std::function<void(report::Printed)>;

// The incremental decompositions against their baselines, in milliseconds on dense demands uniform
// in 0..1000: a row per size, and one of kind "large" for exact alone at 1,024 ports with the peak
// memory of the process. Keys of what was not measured are null. `valid`: the checker accepts every
// schedule and exact took D slots.
void bench_schedule(const BenchOptions& options, const TakeRow& take);
std::vector<report::RowKind> schedule_bench_rows();

}  // namespace jacquard::bench
