// SPDX-License-Identifier: Apache-2.0
// Systems by the words that users write for NPUs: "8xh200", "4xh100", "dgx-b200", "16xgb200".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::systems {

inline constexpr int kMostNpus = 1 << 16;

struct NamedNpus {
  topology::System system;
  int node_room = 8;  // NPUs that links join where there are as many
};

// COUNTxDEVICE, DEVICE alone (one), dgx-DEVICE and hgx-DEVICE (8), DEVICE-nvl72 (72). DEVICE: a
// name of configs/devices, with or without its form ("h100" is h100_sxm) and its memory
// ("a100-80gb"), or a file. A node is 8 NPUs, 72 of GB200 and GB300; of a count that is no multiple
// of that, the largest divisor below. Links have the device's rate, the network 400 Gb/s an NPU,
// 200 Gb/s of Ampere and older (NVIDIA's DGX data sheets); latencies are those of
// configs/systems/README.md. Nothing where no device is named so; throws ConfigError at `place` for
// a count out of bounds.
std::optional<NamedNpus> npus_named(const std::string& word, const config::Place& place);

// Devices as words call them: "h100", "gb200".
std::vector<std::string> device_words();

}  // namespace jacquard::systems
