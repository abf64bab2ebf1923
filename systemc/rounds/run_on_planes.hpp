// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"
#include "systemc/rounds/plane_network.hpp"

namespace jacquard::systemc {

struct OnPlanes {
  engine::Result result;
  CircuitsMade made;
  base::Bytes sent{0};      // from NPUs, where planes count it
  base::Bytes received{0};  // to NPUs
};

// Rounds on the planes of the scenario's fabric, one configuration for each dimension, in a
// simulation of its own. Throws ConfigError as PlaneNetwork does.
OnPlanes run_on_planes(const engine::Scenario& scenario, std::vector<PlaneConfig> planes,
                       const char* what, std::uint64_t shuffle = 0);

}  // namespace jacquard::systemc
