// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/report/result.hpp"
#include "sim/collective/run_collective.hpp"

namespace jacquard::run {

// What `jacquard collective` answers. A row of the run: time, rounds and messages, and the
// bandwidths by which collectives are compared (as nccl-tests defines them: data / time, and that
// times the bytes an NPU must at least send for each byte of data). Then one of each collective:
// when it began and ended; and one of each dimension, where the engine tells: what its links
// carried. Each has time_ps, rounds, messages and wire_bytes of what it is about.
std::vector<report::Row> collective_rows(const CollectiveConfig& config,
                                         const topology::Network& network, const Work& work,
                                         const engine::Result& result);

// A few of the same figures, for people.
std::vector<report::Row> brief_collective_rows(const CollectiveConfig& config,
                                               const topology::Network& network, const Work& work,
                                               const engine::Result& result);

// The busiest links of a graph, at most five, the busiest first. None of a fabric.
std::vector<report::Row> link_rows(const engine::Result& result);

}  // namespace jacquard::run
