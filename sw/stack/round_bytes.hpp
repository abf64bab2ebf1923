// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::stack {

// Of one repetition: its slots are as many as this one needs.
inline base::Bytes largest_message(const rounds::Round& round) {
  if (round.uneven.empty()) return round.bytes;
  return *std::max_element(round.uneven.begin(), round.uneven.end());
}

}  // namespace jacquard::stack
