// SPDX-License-Identifier: Apache-2.0
// An NPU's ports: one per link that leaves it. An NPU that gathers along rows and columns at once,
// or sends both ways round a ring, does so through different ones.
#pragma once

#include "jacquard/topology/fabric.hpp"

namespace jacquard::topology {

// `index` in a ring: 0 ascending, 1 descending (a ring of two has only 0). In a fully connected
// block: the peer's digit is ours + index + 1, so that equal indices are one shift for all NPUs.
// Towards a switch: 0.
struct Port {
  int dimension = 0;
  int index = 0;
};

constexpr bool operator==(Port a, Port b) {
  return a.dimension == b.dimension && a.index == b.index;
}

// Ports of each NPU, numbered 0 .. ports_of(fabric) - 1, dimension after dimension.
int ports_of(const Fabric& fabric);
int port_number(const Fabric& fabric, Port port);
// Inverse of port_number. Requires 0 <= number < ports_of(fabric).
Port port_at(const Fabric& fabric, int number);

// The port by which the route from one NPU to another leaves the first, and by which it reaches the
// second (that of the link in the opposite direction). Require from != to.
Port leaves_by(const Fabric& fabric, int from, int to);
Port arrives_by(const Fabric& fabric, int from, int to);

// The NPU at the other end of a port's link; -1 where that is a switch.
int peer_of(const Fabric& fabric, int npu, Port port);

}  // namespace jacquard::topology
