// SPDX-License-Identifier: Apache-2.0
// What a job communicates: the collectives and messages of all its NPUs as rounds of one graph, and
// which node of which NPU takes part in which.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/event/classes.hpp"
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

struct JobRounds {
  rounds::RoundGraph graph;
  bool by_classes = false;  // one NPU stands for each of the classes; the graph is of all
  Classes classes;
  // Of each NPU that is run, by the index of its node; and back, by rank.
  std::vector<std::vector<Part>> parts;
  std::vector<std::vector<int>> nodes;

  int npus() const { return static_cast<int>(parts.size()); }
  bool is_message(int collective) const {
    return base::at(graph.collectives, collective).kind == rounds::CollectiveKind::send;
  }
  // The NPU, of those run, that has a rank of a collective.
  int npu(int collective, int rank) const {
    const rounds::Collective& c = base::at(graph.collectives, collective);
    if (!by_classes) return c.npu(rank);
    return is_message(collective) ? classes.of_npu(c.npu(rank)) : classes.of_collective(collective);
  }
  // Its number in the network.
  int in_network(int npu) const { return by_classes ? base::at(classes.first, npu) : npu; }
};

// The k-th collective (by id) of a group at one member is the k-th at each; a send's receive is the
// one of the same sender, receiver, tag and bytes, the k-th of these for the k-th. Groups run on
// the dimensions they occupy, each by the algorithm that the job has for it.
// Throws ConfigError naming the node: without partners, or that no algorithm can run.
JobRounds rounds_of_all(const JobWork& work, const topology::Fabric& fabric);

// The parts of the NPUs that stand for each class, as JobPlaces says them: all groups are said by
// places, and no group spans classes. Nothing where that is not so; whether the classes are
// symmetric is for asymmetry() to say. Throws ConfigError as rounds_of_all().
std::optional<JobRounds> rounds_of_classes(const JobWork& work, const topology::Fabric& fabric);

// NPU 0's part, standing for all: every NPU runs the same graph up to the names of groups, nobody
// sends to a single peer, and the groups of each node divide the NPUs into digits. Nothing where
// that is not so; whether the graph then is symmetric is for asymmetry() to say.
std::optional<JobRounds> rounds_of_representative(const JobWork& work,
                                                  const topology::Fabric& fabric);

}  // namespace jacquard::engine::job
