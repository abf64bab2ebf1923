// SPDX-License-Identifier: Apache-2.0
// How long it takes at least from each call to the end of the step, ports being free.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/stack/precedence.hpp"

namespace jacquard::stack {

// How long one repetition of a round takes: until it has been sent, and until it has arrived.
struct RoundTime {
  base::Picoseconds sent{0};
  base::Picoseconds arrived{0};
};
using RoundTimes = std::function<RoundTime(const rounds::Round&)>;

struct LongestWays {
  std::vector<base::Picoseconds> round;   // of Plan::rounds: from its begin to its template's end
  std::vector<base::Picoseconds> call;    // of Plan::calls: from its begin to the step's end
  std::vector<base::Picoseconds> behind;  // from a call's end to the step's end
  base::Picoseconds step{0};              // the longest of all
};
LongestWays longest_ways(const Precedence& precedence, const RoundTimes& time);

}  // namespace jacquard::stack
