// SPDX-License-Identifier: Apache-2.0
// The NPUs of a system as chips of a mesh.
#pragma once

#include <optional>

#include "jacquard/gemm/chip.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::gemm {

struct ChipsOfSystem {
  Chip chip;
  int count = 0;
  std::optional<Mesh> mesh;  // the network's, where its dimensions differ
  bool is_torus_of_three = false;
};

// Peak, memory and products by the law of the system's device (cost::seconds_of). Links at their
// rates, without the law of collectives: chips of a row lie in the nearest dimension, those of a
// column in all others, the slowest of which counts. In one dimension they share an NPU's port.
// Throws ConfigError below `place` for a system without a device, or of one NPU.
ChipsOfSystem chips_of(const topology::System& system, const std::string& name,
                       const config::Place& place);

}  // namespace jacquard::gemm
