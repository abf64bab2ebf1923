// SPDX-License-Identifier: Apache-2.0
// By which of its links a message leaves an NPU of a fabric.
#pragma once

#include "jacquard/topology/fabric.hpp"

namespace jacquard::systemc {

struct LinkOut {
  int dimension = 0;
  int way = 0;  // on a ring 0 up, 1 down; fully connected how far; else 0

  friend bool operator<(const LinkOut& a, const LinkOut& b) {
    return a.dimension != b.dimension ? a.dimension < b.dimension : a.way < b.way;
  }
};

// Of two NPUs, which are not one. Throws ConfigError naming the round, and `what` that is
// simulated, where a message between them passes several links or dimensions.
LinkOut link_out(const topology::Fabric& fabric, int from, int to, int round, const char* what);

}  // namespace jacquard::systemc
