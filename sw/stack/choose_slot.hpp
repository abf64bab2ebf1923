// SPDX-License-Identifier: Apache-2.0
// Which slot length T makes the step shortest.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/fabric.hpp"

namespace jacquard::stack {

// What one T leads to.
struct SlotPoint {
  base::Picoseconds slot{0};  // T
  base::Picoseconds step{0};
  std::int64_t slots = 0;
  double efficiency = 0;  // the plan's bound over the step
  int passes = 0;         // ComposeOptions::passes of its step
};

struct SlotChoice {
  base::Picoseconds slot{0};     // of the shortest step; of several the longest T
  std::vector<SlotPoint> curve;  // of all that were tried, by T, ascending
};

// Tries the T in which the sizes that carry most bytes fit into 1, 2, ... slots. Tries a geometric
// grid from the least useful T to the one in which the largest message fits. Then tries T between
// the best and its neighbours. No T is below 1 us ("in practice 1 us < T < 10 ms", Chronos s6). No
// T cuts a message into more than 4,096 slots. The answer does not depend on `threads`. A plan that
// sends nothing has one T. Throws ConfigError as compose(), where no T will do.
SlotChoice choose_slot(const Plan& plan, const Fabric& fabric, const ComposeOptions& options,
                       int threads);

}  // namespace jacquard::stack
