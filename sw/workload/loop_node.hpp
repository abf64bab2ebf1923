// SPDX-License-Identifier: Apache-2.0
// Operations that repeat, as micro-batches do, or the steps of a decoder whose KV cache grows.
#pragma once

#include <vector>

#include "jacquard/workload/op_node.hpp"

namespace jacquard::workload {

// What a node has more in each iteration than in the one before. Amounts that the node does not
// have must be 0.
struct Increment {
  base::Flops flops{0};
  std::array<base::Bytes, kMemoryTiers> moved{};
  base::Bytes bytes{0};  // to communicate
  base::Picoseconds duration{0};
};

struct BodyNode {
  OpNode node;  // its dependencies are ids of the body
  Increment increment = {};
};

struct LoopNode {
  // Between iterations: `to` of each waits for `from` of the one before.
  struct Carried {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
  };
  std::string name;
  std::vector<BodyNode> body;
  std::vector<Carried> carried;
  int count = 1;  // iterations; 0 leaves nothing
  // Ids, outside, that the loop waits for: each node that would else wait for nothing does.
  std::vector<std::uint64_t> control_after;
  std::uint64_t first_id = 0;  // of the unrolled nodes
};

// The operations in the clear: node b of the body in iteration k has the id first_id + k x
// body.size() + b, `micro_batch` k where the body's node has one, and the increments k times. A
// loop in a loop is unrolled first. Throws ConfigError naming the loop for ids that come twice or
// are not of the body, a count below 0, increments of what is not there, and amounts below 0 or
// beyond 64 bits.
std::vector<OpNode> unrolled(const LoopNode& loop);

}  // namespace jacquard::workload
