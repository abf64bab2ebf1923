// SPDX-License-Identifier: Apache-2.0
// What a run will take, before it begins.
#pragma once

#include <vector>

#include "jacquard/astra/delays.hpp"
#include "jacquard/astra/input.hpp"

namespace jacquard::astra {

struct Estimate {
  double messages = 0;  // that the NPUs send
  double memory = 0;    // bytes, at least
};

// Where the NPUs of `ranks` are simulated, for all. Nodes that cannot run count for nothing: the
// run says what is wrong with them.
Estimate estimate(const Input& input, const Places& places, const std::vector<int>& ranks);

// Throws ConfigError, with the name of the key that lifts it, where an estimate is over a limit.
void require_within(const Estimate& estimate, const Limits& limits);

// Messages that each of `members` NPUs sends in a phase, on average.
double messages_of(collective::Method method, rounds::CollectiveKind kind, int members);

}  // namespace jacquard::astra
