// SPDX-License-Identifier: Apache-2.0
// What both ways to make a plan have in common: patterns, templates and calls by number, each kept
// once.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "jacquard/stack/plan.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::stack {

// An actor's graph, and where its nodes are among Actor::nodes.
struct ActorGraph {
  const workload::OpGraph* graph = nullptr;
  std::vector<int> node_of;  // of each node of the graph, its place in Actor::nodes
};

class PlanBuilder {
 public:
  PlanBuilder(const engine::job::JobWork& work, const PlanOptions& options);

  // Nodes in an order that respects dependencies; calls are added later.
  void add_actor(std::string name, const workload::OpGraph& graph);
  // Which template `rounds` (of one collective) are; new if no `key` was like it. `patterns` makes
  // the pattern of a round.
  using Key = std::tuple<int, int, int, std::vector<int>, std::int64_t, int>;
  template <class MakePattern>
  int add_template(rounds::RoundGraph rounds, int label, int communicator,
                   const MakePattern& pattern) {
    const int first = static_cast<int>(plan_.rounds.rounds.size());
    append(rounds);
    for (int r = first; r < static_cast<int>(plan_.rounds.rounds.size()); ++r) {
      plan_.pattern_of_round.push_back(intern(pattern(base::at(plan_.rounds.rounds, r))));
    }
    plan_.templates.push_back(
        {first, static_cast<int>(plan_.rounds.rounds.size()) - first, label, communicator});
    return static_cast<int>(plan_.templates.size()) - 1;
  }
  // `sides` name nodes of graphs; they become nodes of actors.
  void add_call(int of, const std::vector<Side>& sides, bool unpredictable);
  // Of a group's calls, or of messages ("pp").
  int label(const std::string& name);

  const workload::OpGraph& graph(int actor) const { return *base::at(graphs_, actor).graph; }
  bool is_control(base::Bytes bytes) const { return !(options_.control < bytes); }
  const engine::job::JobWork& work() const { return work_; }
  Plan& plan() { return plan_; }

 private:
  int intern(Pattern pattern);
  void append(const rounds::RoundGraph& rounds);

  const engine::job::JobWork& work_;
  PlanOptions options_;
  std::vector<ActorGraph> graphs_;
  std::multimap<std::size_t, int> pattern_by_hash_;
  Plan plan_;
};

// In which an actor has the nodes of its graph: Kahn's order, of those that are ready the one that
// comes first in the graph.
std::vector<int> in_order(const workload::OpGraph& graph);

// Name of the group of a node: what the job calls it, else "all" or "group 7".
std::string label_of(const workload::Job& job, int group);

// Each class by one actor; false where the job's classes do not stand for all.
bool add_by_classes(PlanBuilder& builder);
// Each rank is an actor.
void add_by_ranks(PlanBuilder& builder);

}  // namespace jacquard::stack
