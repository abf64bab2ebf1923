// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's --network-configuration of its analytical back ends: network.yml.
#pragma once

#include <string>
#include <vector>

#include "jacquard/astra/files/unknown_keys.hpp"
#include "jacquard/astra/input.hpp"

namespace jacquard::astra {

// The first dimension is the fastest digit of an NPU's number. Throws ConfigError naming line and
// key for what is no YAML, an unknown key (with the nearest known one), lists of different lengths,
// and values out of range.
std::vector<Dimension> parse_astra_network(const std::string& text, const std::string& source,
                                           UnknownKeys* unknown = nullptr);
// The inverse, to the last bit of each number.
std::string write_astra_network(const std::vector<Dimension>& network);

std::vector<Dimension> read_astra_network(const std::string& path, UnknownKeys* unknown = nullptr);

}  // namespace jacquard::astra
