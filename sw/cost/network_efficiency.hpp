// SPDX-License-Identifier: Apache-2.0
// What NCCL's rings reach of a network's line rate, with a NIC for each GPU.
#pragma once

#include "jacquard/base/units.hpp"

namespace jacquard::cost {

// Share of `line_rate` (of one NIC, one way) that messages of these bytes reach, each of a step of
// a ring that crosses `nodes` nodes: the time at line rate over the time that a step takes. In
// 0..1, growing with bytes, shrinking with nodes. 0 for no bytes. docs/cost_collectives.md has the
// sources. Requires line_rate > 0, bytes >= 0 and nodes >= 1.
double network_efficiency(base::BytesPerSecond line_rate, base::Bytes message, int nodes);

// Its limit for large messages.
double network_efficiency(int nodes);

}  // namespace jacquard::cost
