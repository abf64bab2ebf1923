// SPDX-License-Identifier: Apache-2.0
// The phases of one chunk: a collective in one dimension each, one after the other.
#pragma once

#include <vector>

#include "jacquard/collective/request.hpp"

namespace jacquard::collective {

struct Phase {
  CollectiveKind kind = CollectiveKind::all_reduce;
  int digit = 0;
  Algorithm algorithm;
  base::Bytes bytes{0};   // of the chunk, as each rank holds it when the phase begins
  bool reversed = false;  // ring and direct: towards lower numbers
  int tree = 0;           // double binary tree: 0 has the last NPU as its root, 1 the first
};

// Dimensions of one NPU need no phase. Reduce-scatter, all-to-all, broadcast and baseline
// all-reduce ascend, all-gather descends; the all-gathers of BlueConnect run the other way round
// their rings, as in ASTRA-sim, where they meet the reduce-scatters of other chunks. A send has one
// phase, in the first dimension in which its ends differ.
//
// BlueConnect with a tree in a dimension before the last: a tree cannot scatter, so it all-reduces
// there, going up, all that the chunk has left; nothing is gathered there on the way down.
std::vector<Phase> phases(const CollectiveRequest& request, int chunk);

// What a phase leaves each rank with.
base::Bytes bytes_after(const Phase& phase, int members, Rounding rounding);

// One `members`-th of `bytes`.
base::Bytes part(base::Bytes bytes, int members, Rounding rounding);

}  // namespace jacquard::collective
