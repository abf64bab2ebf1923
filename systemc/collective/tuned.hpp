// SPDX-License-Identifier: Apache-2.0
// A collective as a table of NCCL's tuner has it, and such a table of what was found to be fastest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "systemc/collective/compare.hpp"

namespace jacquard::run {

struct Tuned {
  std::optional<NodeTime> law;          // by NCCL's law of a node
  std::optional<Combination> messages;  // else as messages go fastest by the algorithm
  std::string words;                    // which line; where neither, why it goes as without one
};

// By the first line of the file that fits the collective, its bytes, nodes and ranks. Throws
// ConfigError as read_nccl_tuner() does, for kinds that NCCL does not tune, and at the line for an
// algorithm that nothing here has: SHARP's, PAT, NVLS beyond a node, and a tree of other than 2^k.
Tuned tuned_by(const std::string& file, const CollectiveConfig& config, const Reached& reached,
               const topology::Network& network, const collective::CollectiveRequest& request);

// Of ranked ways, for each size the fastest of those that NCCL has: ring, tree and NVLS, up to the
// geometric mean with the next size where that one goes otherwise; from 0 to 2^63 - 1. Throws
// ConfigError for a kind that NCCL does not tune, for groups, and where no way is NCCL's.
std::string tuner_text(const Asked& asked, const topology::Network& network,
                       const std::vector<Ranked>& all, const std::string& about);

}  // namespace jacquard::run
