// SPDX-License-Identifier: Apache-2.0
// How long the operations of a trace take in faithful mode, apart from communication.
#pragma once

#include "jacquard/astra/input.hpp"
#include "jacquard/base/units.hpp"

namespace jacquard::engine::job {

// Factors by which one trace stands for another job.
struct Scales {
  double compute = 1;        // of what computations take
  double communication = 1;  // of bytes communicated; rounded to the nearest, at least one
};

// A computation: by the roofline, ops / min(memory bandwidth x ops / bytes, peak), if the system
// says so and it is none of the CPU's; else its measured duration. To the nearest picosecond.
// Throws ConfigError naming the node for a missing attribute or more than a hundred days.
base::Picoseconds computation(const astra::Trace& trace, const astra::Node& node,
                              const astra::System& system, const Scales& scales);

// Its measured duration, as it stands.
base::Picoseconds replay(const astra::Trace& trace, const astra::Node& node);

// A load or store of remote memory that has the memory to itself.
base::Picoseconds remote_access(const astra::Trace& trace, const astra::Node& node,
                                const astra::RemoteMemory& memory);

}  // namespace jacquard::engine::job
