// SPDX-License-Identifier: Apache-2.0
// The network that a plan's rounds are made for, wherever the switches will be.
#pragma once

#include "jacquard/topology/fabric.hpp"

namespace jacquard::stack {

inline constexpr int kMessages = -1;  // the communicator of sends and receives

// All NPUs at one crossbar; its rate and latency play no part.
topology::Fabric crossbar_of(int npus);

}  // namespace jacquard::stack
