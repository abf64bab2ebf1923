// SPDX-License-Identifier: Apache-2.0
// Each collective algorithm, written down once: what any engine runs, the executor proves.
#pragma once

#include <vector>

#include "jacquard/collective/phases.hpp"
#include "jacquard/collective/request.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::collective {

// The rounds of `request`, chunk by chunk, each chunk's in the order of its phases. Chunks do not
// wait for each other. Throws ConfigError as check() does. docs/collectives.md counts the rounds
// and bytes of each algorithm.
rounds::RoundGraph generate(const CollectiveRequest& request);

// The same with the phases of each chunk as the caller wants them, say with other directions.
rounds::RoundGraph generate(const CollectiveRequest& request,
                            const std::vector<std::vector<Phase>>& chunks);

// How many rounds generate() makes, or a few more, and about how much memory they take, as what
// cannot overflow: ask before a request of unknown size.
struct GraphSize {
  double rounds = 0;
  double bytes = 0;
};
GraphSize graph_size(const CollectiveRequest& request);

}  // namespace jacquard::collective
