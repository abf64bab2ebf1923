// SPDX-License-Identifier: Apache-2.0
// What collectives reach of a system's links, beside what the links could carry: NCCL's law inside
// a node, a share of the line rate across nodes. docs/cost.md has both and their
// errors.
#pragma once

#include <optional>
#include <string>

#include "jacquard/cost/device.hpp"
#include "jacquard/topology/fabric.hpp"
#include "jacquard/topology/system.hpp"
#include "jacquard/workload/op_node.hpp"

namespace jacquard::systems {

//   system   reached where the system names a device and a node, else links
//   links    every link at its rate, also inside a node
//   reached  as above; an error where the system names no device or no node
enum class Law { system, links, reached };
const config::Codec<Law>& law_codec();

// A node ends where a dimension does, or divides the nearest: throws ConfigError at /node else.
void require_whole_nodes(const topology::System& system, const topology::Fabric& fabric,
                         const config::Place& place);

// The device with links no faster than the dimensions within its node.
cost::Device bounded_by_links(cost::Device device, int node, const topology::Fabric& fabric);

// A system's device, in its node; what an NPU of the system says of itself is taken instead.
struct NodeOfDevice {
  cost::Device device;
  int node = 0;  // NPUs
};
// Nothing under the law of links, and where the system names no device or no node.
// Throws ConfigError below `place` for a device that is none, and under Law::reached for one that
// is missing.
std::optional<NodeOfDevice> node_of(const topology::System& system, Law law,
                                    const topology::Fabric& fabric, const config::Place& place);

// What messages find: dimensions beyond a node at the share of their line rate that collectives
// reach (cost::network_efficiency); a switch inside it no faster and no nearer than the law's
// reduce-scatter of the node for the largest and the least data. So a collective by messages is no
// faster than the law's, nor one over nodes than its part in a node; between, the law bends and is
// up to 15 % slower in a node of 72. A fabric whose dimensions end at no node is as it is.
topology::Fabric as_reached(const topology::Fabric& fabric, const NodeOfDevice& node);
// Whether some dimension lies beyond a node.
bool leaves_nodes(const topology::Fabric& fabric, int node);

// Whether an all-to-all goes straight to each member (NCCL's ncclSend and ncclRecv) where other
// kinds go round a ring, as libraries of real devices do.
bool sends_straight(const topology::System& system, workload::CollectiveKind kind,
                    topology::Block block);

// Of a collective among so many NPUs of one node, to the nearest picosecond: cost::node_collective.
// Requires a link of the device.
base::Picoseconds node_time(const cost::Device& device, workload::CollectiveKind kind, int members,
                            base::Bytes bytes);

// What NCCL does there: nccl-ring, nccl-nvls (sums in the switch) or nccl-pairs.
std::string node_way(const cost::Device& device, workload::CollectiveKind kind, int members,
                     base::Bytes bytes);

}  // namespace jacquard::systems
