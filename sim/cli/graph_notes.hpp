// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/topology/network.hpp"

namespace jacquard::cli {

// Warns of what a graph has otherwise than its file says, a line each.
void say_graph_notes(const topology::Network& network, const std::string& path);

}  // namespace jacquard::cli
