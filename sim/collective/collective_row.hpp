// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/report/result.hpp"
#include "sim/collective/run_collective.hpp"

namespace jacquard::run {

// What `jacquard collective` answers: time, rounds and messages, and the bandwidths by which
// collectives are compared (as nccl-tests defines them: data / time, and that times the bytes an
// NPU must at least send for each byte of data).
report::Row collective_row(const CollectiveConfig& config, const topology::Network& network,
                           const Work& work, const engine::Result& result);

// A few of the same figures, for people.
report::Row brief_collective_row(const CollectiveConfig& config, const topology::Network& network,
                                 const Work& work, const engine::Result& result);

// The busiest links of a graph, at most five, the busiest first. None of a fabric.
std::vector<report::Row> link_rows(const engine::Result& result);

}  // namespace jacquard::run
