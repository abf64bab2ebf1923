// SPDX-License-Identifier: Apache-2.0
// Is a trace a graph that can run? Ids, dependencies, cycles; and between ranks, whether what one
// sends another receives.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {

// For each node, by its place in trace.nodes, the places of the nodes it waits for: control and
// data dependencies together, ascending, each once.
class Dependencies {
 public:
  // Throws ConfigError for an id given twice, a dependency on an id that is not there (naming the
  // node that asks for it), or a node that waits for itself.
  explicit Dependencies(const ChakraTrace& trace);

  std::size_t nodes() const { return first_.size() - 1; }
  std::size_t count() const { return of_.size(); }
  base::Span<const std::uint32_t> operator[](std::size_t node) const {
    return {of_.data() + first_[node], first_[node + 1] - first_[node]};
  }

 private:
  std::vector<std::size_t> first_;  // nodes + 1
  std::vector<std::uint32_t> of_;
};

// Places in trace.nodes so that each node comes after all it waits for, else by place. Throws
// ConfigError naming the nodes of a cycle.
std::vector<std::uint32_t> topological_order(const ChakraTrace& trace,
                                             const Dependencies& dependencies);

// Takes out control dependencies on nodes that are not there or on oneself, and counts them in
// ChakraTrace::lost_parents. Where a trace has such, and what is left is a cycle, all its control
// dependencies go. Chakra's converter for PyTorch removes nodes without data dependencies and
// leaves the control dependencies on them; its feeder follows data dependencies alone.
void leave_out_lost_parents(ChakraTrace& trace);

// All of the above, and the attributes without which a node means nothing (comm_size, comm_type,
// comm_src, comm_dst).
void check_trace(const ChakraTrace& trace);

// Between the ranks of a job: every send has its receive of the same source, destination, tag and
// size, destinations exist, and the ranks of a group (pg_name; those without one) agree on their
// collectives in order of id. A rank is in the group that it names, and all of the group take part,
// where its members are known: from METADATA (process_groups.hpp) or `groups`, those of a file.
// Throws ConfigError naming the node that is alone, and what comes nearest to its partner.
void check_ranks(const RankTraces& ranks, const std::map<int, std::vector<int>>& groups = {});

}  // namespace jacquard::interop
