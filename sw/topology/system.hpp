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
};

struct System {
  NetworkConfig network;
  NpuConfig npu;
  std::vector<std::string> algorithm;  // of collectives, one for each dimension; none: as asked for
};

const config::FieldTable<System>& system_fields();

}  // namespace jacquard::topology
