// SPDX-License-Identifier: Apache-2.0
// What no algorithm is faster than, whatever it sends where.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::run {

// The larger of two times, for a collective of all NPUs whose `bytes` are as CollectiveRequest has
// them, with sums made in NPUs and not in switches:
//
// - the bytes. Choose some dimensions S, and take the NPUs that agree in these as a group: G
// groups.
//   What passes from group to group passes links of S. An all-reduce passes at least 2 (G - 1) D in
//   all (each byte takes G - 1 sums and G - 1 copies: Patarasuk and Yuan, 2009), a reduce-scatter,
//   a broadcast and a reduce (G - 1) D, an all-gather of pieces P as many NPUs x (G - 1) P, and an
//   all-to-all NPUs x (1 - 1 / G) D. That divided by the bandwidth of all links of S, for the worst
//   choice of S. A broadcast's root sends, and a reduce's receives, all data once.
// - the way: somebody waits for data of the farthest NPU.
//
// Zero for a send and a permute.
base::Picoseconds lower_bound(rounds::CollectiveKind kind, base::Bytes bytes,
                              const topology::Fabric& fabric);

}  // namespace jacquard::run
