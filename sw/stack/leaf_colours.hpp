// SPDX-License-Identifier: Apache-2.0
// Links for the circuits of one pattern: an edge colouring of the bipartite multigraph whose
// vertices are leaves (as senders, as receivers) and whose edges are circuits.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/stack/seating.hpp"

namespace jacquard::stack {

struct LeafCircuit {
  int from = 0;    // leaf of the sender
  int to = 0;      // leaf of the receiver
  int wanted = 0;  // the colour it takes if it can, modulo the number of colours
};

// Links of a leaf that may not carry a circuit, or had better not, by leaf.
struct LeafLinks {
  base::BitMatrix up;
  base::BitMatrix down;

  LeafLinks(int leaves, int uplinks) : up(leaves, uplinks), down(leaves, uplinks) {}
};

struct Colouring {
  int parts = 1;             // colours are 0 .. parts x uplinks - 1; colour c is link c mod uplinks
  std::vector<int> colours;  // of each circuit
  std::optional<int> stuck;  // a circuit that no number of parts gives a link
};

// What the busiest leaf needs, if no link is broken: circuits over uplinks, rounded up; at least 1.
int least_parts(const std::vector<LeafCircuit>& circuits, int uplinks);

// Two circuits of a colour share no leaf at the same end, and the links of colours are not
// `broken` there. As few parts as the leaf of most circuits needs, if none is broken: Konig's
// theorem, by alternating paths. A circuit keeps the colour it wants where no earlier one has it
// and its link is not `taken` at either end; else it takes a free one that is not taken; else a
// free one; else colours are exchanged along a path. At least `least_parts` parts.
Colouring coloured(const std::vector<LeafCircuit>& circuits, int uplinks, const LeafLinks& broken,
                   const LeafLinks& taken, int least_parts = 1);

}  // namespace jacquard::stack
