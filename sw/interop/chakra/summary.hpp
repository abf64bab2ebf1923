// SPDX-License-Identifier: Apache-2.0
// What a job's traces hold, in a few figures, summed over all ranks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/interop/chakra/rank_traces.hpp"

namespace jacquard::interop {

// Sums are doubles: a file may name any sizes.
struct NodeTotals {
  std::int64_t nodes = 0;
  double operations = 0;       // num_ops
  double bytes = 0;            // comm_size of communication, else tensor_size
  double recorded_micros = 0;  // duration_micros
};

struct CollectiveTotals {
  ChakraCollective kind = ChakraCollective::all_reduce;
  std::string group;  // pg_name, "" for all ranks
  std::int64_t nodes = 0;
  double bytes = 0;
};

struct TraceSummary {
  std::array<NodeTotals, kChakraNodeTypes> by_type;  // by ChakraNodeType
  std::vector<CollectiveTotals> collectives;         // by kind, then group
  std::int64_t nodes = 0;
  std::int64_t dependencies = 0;
  // Over all ranks: the most nodes that wait for each other in a row, and the most recorded time.
  std::int64_t longest_chain_nodes = 0;
  double longest_chain_micros = 0;
};

TraceSummary summarize(const RankTraces& ranks);

}  // namespace jacquard::interop
