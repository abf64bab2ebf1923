// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/workload/op_graph.hpp"

namespace jacquard::interop {

// Nodes of a graph, by index, so that each comes behind what it waits for, and collectives and
// barriers of a group, or messages of one peer, direction and tag, stay in the order of their ids;
// else the lowest id first. Throws ConfigError where these orders make a circle.
std::vector<int> line_order(const workload::OpGraph& graph);

}  // namespace jacquard::interop
