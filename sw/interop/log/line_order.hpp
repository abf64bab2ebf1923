// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/workload/op_graph.hpp"

namespace jacquard::interop {

// Nodes of a graph, by index, so that each comes behind what it waits for. Collectives and barriers
// of a group stay in the order of their ids. So do messages of one peer, direction and tag. Of
// others that are free to go the lowest id goes first. Throws ConfigError where these orders make a
// circle.
std::vector<int> line_order(const workload::OpGraph& graph);

}  // namespace jacquard::interop
