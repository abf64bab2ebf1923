// SPDX-License-Identifier: Apache-2.0
// What one would write first, to measure the incremental decompositions against: the same schedules
// with the matching found anew for every permutation. Each is as fast as it can be without keeping
// anything between permutations but the residue; memory is allocated once.
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::bench {

// Hopcroft and Karp's maximum matching (SIAM J. Comput. 2, 1973) on adjacency lists that are
// rebuilt from the stuffed residue each time, held for the smallest matched entry. slots() == D.
schedule::Schedule scratch_hopcroft_karp(const demand::QuantaMatrix& demand);

// The same with augmenting paths searched on bit sets instead of lists. The bit sets follow the
// residue, pair by pair: reading them off the counts anew would be most of its time.
schedule::Schedule scratch_bitset(const demand::QuantaMatrix& demand);

// A maximal matching by one scan over the residue, row by row, held for the smallest matched entry.
schedule::Schedule rescanned_greedy(const demand::QuantaMatrix& demand);

}  // namespace jacquard::bench
