// SPDX-License-Identifier: Apache-2.0
// Systems of NPUs by the names that users write: "8xh200", "4xh100", "dgx-b200", "gb200-nvl72".
#pragma once

#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/cost/device.hpp"

namespace jacquard::serve {

struct NamedSystem {
  cost::Device device;
  int npus = 1;
  int node = 8;                        // NPUs that links join: a node, 72 of an NVL72
  base::BytesPerSecond network{50e9};  // of each NPU to other nodes, one way
  // Of a link to the one switch that all NPUs are around; nothing where there is none.
  std::optional<base::Picoseconds> switch_delay;
};

inline constexpr int kMostNpus = 1 << 16;

// COUNTxDEVICE, DEVICE alone (one), dgx-DEVICE and hgx-DEVICE (8), DEVICE-nvl72 (72). DEVICE: a
// name of configs/devices, with or without its form ("h100" is h100_sxm) and its memory
// ("a100-80gb"), or a file. The network
// is 400 Gb/s an NPU, 200 Gb/s of Ampere and older (NVIDIA's DGX data sheets). Throws ConfigError
// at `place`, with the nearest name. A name of configs/systems is that cluster.
NamedSystem system_named(const std::string& word, const config::Place& place);

}  // namespace jacquard::serve
