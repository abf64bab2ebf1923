// SPDX-License-Identifier: Apache-2.0
// What no schedule can beat.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/demand/quanta_matrix.hpp"

namespace jacquard::schedule {

// Shortest possible makespan of a demand over circuits of `hops` hops.
//   one hop   every line needs its sum in slots and a setting of its own for each nonzero entry:
//             max over lines of (line sum x slot + nonzeros x guard)
//   several   the trade of bytes against settings (hops/hop_bound.hpp)
// Guard per slot: each slot pays it, however the settings fall.
base::Picoseconds lower_bound(const demand::QuantaMatrix& demand, int hops);

struct Bound {
  base::Picoseconds makespan{0};
  const char* kind = "line";  // line, settings or hops
};

// The tightest that we know of.
//   line      one hop: lower_bound() says it already
//   settings  one hop: the least over numbers of settings of (fewest slots and a guard for each),
//             see fewest_slots.hpp; never below that of a line
//   hops      several hops: lower_bound()
Bound tightest_bound(const demand::QuantaMatrix& demand, int hops);

}  // namespace jacquard::schedule
