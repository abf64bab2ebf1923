// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's --network-configuration of its analytical back ends: network.yml.
#pragma once

#include <string>
#include <vector>

#include "jacquard/astra/files/unknown_keys.hpp"
#include "jacquard/astra/input.hpp"

namespace jacquard::astra {

// One entry per dimension, the first one the fastest digit of an NPU's number.
struct AstraNetwork {
  std::vector<topology::Block> topology;  // ring, fully_connected, switched
  std::vector<int> npus_count;
  std::vector<double> bandwidth;  // of a link, in ASTRA-sim's GB/s: 2^30 bytes per second
  std::vector<double> latency;    // of a link, ns

  int dimensions() const { return static_cast<int>(topology.size()); }
  int npus() const;
};

// Throws ConfigError naming line and key for what is no YAML, an unknown key (with the nearest
// known one), lists of different lengths, and values out of range.
AstraNetwork parse_astra_network(const std::string& text, const std::string& source,
                                 UnknownKeys* unknown = nullptr);
AstraNetwork read_astra_network(const std::string& path, UnknownKeys* unknown = nullptr);

std::vector<Dimension> dimensions_of(const AstraNetwork& network);

}  // namespace jacquard::astra
