// SPDX-License-Identifier: Apache-2.0
// What NCCL's rings reach of a network's line rate, with a NIC for each GPU.
#pragma once

namespace jacquard::cost {

// Share of the line rate that large messages reach, each of a step of a ring that crosses `nodes`
// nodes. In 0..1, shrinking with nodes. docs/cost.md has the sources. Requires
// nodes >= 1.
double network_efficiency(int nodes);

}  // namespace jacquard::cost
