// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::rounds {

// The first round that waits for itself or a later one, and why that is wrong: because rounds wait
// for each other in a cycle (which is named), or because they are only in the wrong order.
struct WaitingFault {
  int round = -1;  // -1: none
  std::string expected;
  std::string found;
  std::string hint;
};

// Every number in `after` must be that of a round.
WaitingFault waiting_fault(const RoundGraph& graph);

}  // namespace jacquard::rounds
