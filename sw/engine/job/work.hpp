// SPDX-License-Identifier: Apache-2.0
// A job, and how the machine runs its operations and collectives: all of a run but the network,
// the rules of its NPUs, and limits.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/collective/request.hpp"
#include "jacquard/collective/way.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::engine::job {

// How collectives of one kind are run.
struct Algorithms {
  std::vector<collective::Algorithm> by_dimension;  // the last also beyond; empty: rings
  bool flat = false;  // the members as one dimension, in the order of their list
};

// Of collectives that are done in a way of their own, by kind, OpNode::group and bytes.
using Ways = std::map<std::tuple<workload::CollectiveKind, int, std::int64_t>, collective::Way>;

// What computations are bound by.
struct Roofline {
  base::FlopsPerSecond peak{0};
  base::BytesPerSecond local_memory{0};
};

struct RemoteMemory {
  enum class Kind {
    none,      // an access is an error
    per_npu,   // each NPU has its own
    per_node,  // npus_per_node NPUs have one in turn
    pool,      // all NPUs have one in turn
  };
  Kind kind = Kind::none;
  base::Picoseconds latency{0};
  base::BytesPerSecond bandwidth{0};
  int npus_per_node = 1;
};

// Factors by which one job stands for another.
struct Scales {
  double compute = 1;        // of what computations take
  double communication = 1;  // of bytes communicated; rounded to the nearest, at least one
};

struct JobWork {
  workload::Job job;
  // By CollectiveKind: all-reduce, reduce-scatter, all-gather, all-to-all.
  std::array<Algorithms, 4> algorithms;
  collective::Spread spread = collective::Spread::baseline;
  int chunks = 1;                    // of a collective; fewer where it has fewer bytes
  Ways ways;                         // in the place of these
  base::Bytes few_rounds{0};         // collectives of at most so many take the fewest rounds
  std::optional<Roofline> roofline;  // computations by it; nothing: as they were recorded
  // Each node, communication included, takes what was recorded of it; nothing is communicated.
  bool replay = false;
  RemoteMemory memory;
  Scales scales;
  std::optional<base::Bytes> npu_memory;  // that each NPU has for tensors; nothing: no bound

  // A broadcast has no algorithms of its own: it takes those of all-reduce.
  const Algorithms& algorithms_of(workload::CollectiveKind kind) const {
    const bool has_own = static_cast<std::size_t>(kind) < algorithms.size();
    return has_own ? base::at(algorithms, kind) : algorithms.front();
  }
  collective::Way way_of(const workload::OpNode& node) const {
    const auto own =
        ways.find({node.collective, node.group, node.bytes.value_or(base::Bytes{0}).count()});
    if (own != ways.end()) return own->second;
    return {algorithms_of(node.collective).by_dimension, spread,
            node.chunks > 0 ? node.chunks : chunks};
  }
};

}  // namespace jacquard::engine::job
