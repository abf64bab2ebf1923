// SPDX-License-Identifier: Apache-2.0
// What no schedule of several hops can beat: the trade of bytes against settings.
#pragma once

#include "jacquard/demand/quanta_matrix.hpp"

namespace jacquard::schedule {

struct HopBound {
  base::Picoseconds time{0};
  std::int64_t settings = 0;  // with which it is least
};

// Least makespan of a schedule whose bytes take at most `hops` hops, each in a later setting.
//
// A byte that takes i hops uses i of the k settings, and their permutations say where it ends: from
// a port at most C(k, i) destinations are i hops away, and to a port as many sources. So of a
// port's entries, largest first, k take one hop at least, the next C(k, 2) two, and so on. All of
// it over N ports is a least hold, as is the largest line; k settings pay k guards. A byte of i
// hops waits between two of its settings unless one of the k - i others lies there. The bound is
// the least of that over k.
HopBound hop_bound(const demand::QuantaMatrix& demand, int hops);

}  // namespace jacquard::schedule
