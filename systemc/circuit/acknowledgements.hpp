// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/demand_matrix.hpp"
#include "systemc/circuit/framing.hpp"

namespace jacquard::systemc {

// What a circuit fabric carries for `data`: the data, and the acknowledgements of what j receives
// from i, which j sends to i. They take as much of the wire as a packet fabric's. They are added to
// entry (j, i) as the payload of that weight. Where j has no data for i they are an entry of their
// own. Throws ConfigError if an entry exceeds demand::kMaxEntry.
demand::DemandMatrix with_acknowledgements(const demand::DemandMatrix& data,
                                           const Framing& framing);

}  // namespace jacquard::systemc
