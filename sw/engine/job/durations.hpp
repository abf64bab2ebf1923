// SPDX-License-Identifier: Apache-2.0
// How long the operations of a job take, apart from communication.
#pragma once

#include "jacquard/engine/job/work.hpp"

namespace jacquard::engine::job {

using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

// A computation: by the roofline, the longer of bytes / memory bandwidth and flops / peak, if there
// is one and the operation is none of the CPU's; else its recorded duration. To the nearest
// picosecond. Throws ConfigError naming the node for amounts that are missing, or more than a
// hundred days.
base::Picoseconds computation(const OpGraph& graph, const OpNode& node, const JobWork& work);

// Its recorded duration, as it stands.
base::Picoseconds replay(const OpGraph& graph, const OpNode& node);

// A load or store of remote memory that has the memory to itself.
base::Picoseconds remote_access(const OpGraph& graph, const OpNode& node,
                                const RemoteMemory& memory);

}  // namespace jacquard::engine::job
