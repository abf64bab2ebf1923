// SPDX-License-Identifier: Apache-2.0
// The fewest devices that meet a deadline or a memory limit.
#pragma once

#include "sim/plan/knobs/plan.hpp"
#include "systemc/plan/knobs/search.hpp"

namespace jacquard::knobs {

// Whole nodes of the problem's cluster, the fewest first, up to all of them: a row for each number
// of devices that was searched, of which the last meets (or none does). Numbers of nodes that no
// peak rate lets meet the deadline, and those that no setting can use, are passed over. Throws
// ConfigError for a cluster without a dimension across nodes, and a deadline without tokens.
std::vector<DevicesRow> fewest_devices(const Problem& problem, const Options& options,
                                       const OnProgress& progress);

// What they come to, in a sentence.
std::string words_of(const std::vector<DevicesRow>& rows, const Problem& problem,
                     const Options& options);

// The same cluster with so many nodes: its last dimension is of that size.
topology::System with_nodes(const topology::System& system, int nodes);

}  // namespace jacquard::knobs
