// SPDX-License-Identifier: Apache-2.0
// Who finishes first when changing a setting costs time, and deciding too (docs/guard-time.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::studies {

// What every point of the sweep shares.
struct GuardTimeOptions {
  int bits = 8;
  int matrices = 3;
  int training = 3;                 // others, on which the ladder's floor and start are chosen
  base::Picoseconds slot{100'000};  // what a quantum takes
  double clock_quanta = 0;          // of the cores
  bool timed = true;                // software's decisions take what they take on this machine
  std::uint64_t seed = 1;
};

// One cell of the sweep: all schedulers on the same matrices.
struct GuardTimePoint {
  std::string demand_class;
  int ports;
  double guard;  // in quanta
};

// Sums over the matrices of a point, or their means.
struct GuardTimeSums {
  double makespan = 0, bound = 0, completion = 0, permutations = 0, decision_ns = 0;
};

struct GuardTimeRow {
  std::string scheduler;
  GuardTimePoint point;
  GuardTimeSums means;
  bool by_core = false;
  std::optional<schedule::CoreInputs> chosen;  // of a tuned ladder core
};

const report::MetricTable<GuardTimeRow>& guard_time_metrics();

// A scheduler at a point: by its core where it has one of that size that decides as it does.
GuardTimeRow guard_time_row(const GuardTimeOptions& options, const GuardTimePoint& point,
                            const schedule::Scheduler& scheduler);

}  // namespace jacquard::studies
