// SPDX-License-Identifier: Apache-2.0
// The blocks of a fabric as text, fastest dimension first: "Ring(4) FullyConnected(8) Switch(2)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jacquard/topology/fabric.hpp"

namespace jacquard::topology {

struct BlockSize {
  Block block = Block::ring;
  int size = 2;
};

// Ring, FullyConnected, Switch, Crossbar, each with its size; blanks or commas between. Throws
// ConfigError that names the dimension, and the nearest word. Sizes are judged by Fabric.
std::vector<BlockSize> read_shape(std::string_view text, const config::Place& place);

std::string show_shape(const std::vector<BlockSize>& shape);
std::string show_shape(const Fabric& fabric);
// "Ring", "FullyConnected", "Switch", "Crossbar".
std::string block_name(Block block);

}  // namespace jacquard::topology
