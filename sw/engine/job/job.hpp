// SPDX-License-Identifier: Apache-2.0
// The traces of all NPUs as the event engine runs them: every collective and message of them as
// rounds of one graph, and which node of whose trace takes part in which.
#pragma once

#include <vector>

#include "jacquard/astra/input.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/engine/job/durations.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine::job {

// A node's part in a collective of the graph.
struct Part {
  static constexpr int kNone = -1;
  int collective = kNone;  // kNone: nothing to communicate (a group of one)
  int rank = 0;
};

struct Job {
  rounds::RoundGraph graph;
  bool alone = false;  // NPU 0 stands for all; the graph is of all
  // Of each NPU that is run, by the index of the node in its trace; and back, by rank.
  std::vector<std::vector<Part>> parts;
  std::vector<std::vector<int>> nodes;

  int npus() const { return static_cast<int>(parts.size()); }
  bool is_message(int collective) const {
    return base::at(graph.collectives, collective).kind == rounds::CollectiveKind::send;
  }
  // The NPU, of those run, that has a rank of a collective.
  int npu(int collective, int rank) const {
    return alone ? 0 : base::at(graph.collectives, collective).npu(rank);
  }
};

// The network as a fabric; a GB/s of network.yml is 2^30 B/s. Throws ConfigError for a latency that
// is no number of 0 to 100 days.
topology::Fabric fabric_of(const astra::Input& input);

// The k-th collective (by id) of a group at one member is the k-th at each; a send's receive is the
// one of the same sender, receiver, tag and bytes, the k-th of these for the k-th. Groups run on
// the dimensions they occupy, each by the algorithm that the system configures for it.
// Throws ConfigError naming the node: without partners, or that no algorithm can run.
Job job_of_all(const astra::Input& input, const topology::Fabric& fabric, const Scales& scales);

// NPU 0's part, standing for all: every NPU runs the same trace up to the names of groups, nobody
// sends to a single peer, and the groups of each node divide the NPUs into digits. False where that
// is not so; whether the graph then is symmetric is for asymmetry() to say.
bool job_of_one(const astra::Input& input, const topology::Fabric& fabric, const Scales& scales,
                Job& job);

}  // namespace jacquard::engine::job
