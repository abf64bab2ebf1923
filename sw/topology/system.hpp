// SPDX-License-Identifier: Apache-2.0
// A cluster as one noun: its network and its NPUs.
#pragma once

#include <string>
#include <vector>

#include "jacquard/topology/network.hpp"

namespace jacquard::topology {

struct NpuConfig {
  base::FlopsPerSecond peak{0};
  base::BytesPerSecond memory_bandwidth{0};
  base::Bytes memory{0};
  // A name of configs/devices, or a file: its laws time computations instead of a roofline of the
  // figures above, and its data sheet gives those that are 0.
  std::string device;
};

struct System {
  NetworkConfig network;
  NpuConfig npu;
  // NPUs of one node, the nearest of them; 0: none. Collectives within a node take what the
  // device's law says of its links; others run on the network.
  int node = 0;
  std::vector<std::string> algorithm;  // of collectives, one for each dimension; none: as asked for
};

const config::FieldTable<System>& system_fields();

}  // namespace jacquard::topology
