// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/schedule/bound.hpp"

namespace jacquard::schedule {

// No direct schedule over so many parallel switches is shorter. The times of P settings, guards
// included, are spread over min(P, switches) of them at best.
//   line      of a line of w slots in m entries: P >= m settings, w slots in all
//   settings  the same of the whole demand, whose P settings take FewestSlots::of(P) at least
// lower_bound_over_switches() is that of a line.
base::Picoseconds lower_bound_over_switches(const demand::QuantaMatrix& demand, int switches);
Bound bound_over_switches(const demand::QuantaMatrix& demand, int switches);

}  // namespace jacquard::schedule
