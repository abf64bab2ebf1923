// SPDX-License-Identifier: Apache-2.0
// The two spellings of a system: nodes of devices in MAD-Max's terms, and networks by dimension.
#pragma once

#include "jacquard/systems/cluster.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::systems {

// A switch inside the node and one across nodes, at line rates of each device in one direction:
// links x bandwidth / 2 inside; its share of the node's ports across. Dimensions of one are left
// out. MAD-Max's utilisations are of its own rules and not taken: laws say what is reached.
topology::System system_of(const Cluster& cluster);

// The other way. Peaks are those of the system's device (TF32 at half of bf16, as on NVIDIA's data
// sheets), links those within the node, ports the narrowest dimension beyond. MAD-Max's
// utilisations and the share of an all-reduce inside the node are those it measured on ZionEX
// (Table 3), as no system says them. Throws ConfigError below `place` for a system without device
// or node, for links that join NPUs no node of which is whole, and for a graph.
Cluster cluster_of(const topology::System& system, const std::string& name,
                   const config::Place& place);

}  // namespace jacquard::systems
