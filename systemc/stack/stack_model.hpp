// SPDX-License-Identifier: Apache-2.0
// What a replay looks up in a plan, by rank instead of by actor.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::systemc {

class StackModel {
 public:
  // The plan outlives the model. `reserved`: of a timeline.
  StackModel(const stack::Plan& plan, const std::vector<stack::Reserved>& reserved);

  const stack::Plan& plan() const { return plan_; }
  int actor_of(int rank) const { return base::at(plan_.actor_of, rank); }
  const stack::Actor& actor(int rank) const { return base::at(plan_.actors, actor_of(rank)); }

  // Indices of the nodes that wait for a node of an actor.
  base::Span<const std::uint32_t> dependents(int actor, int node) const;
  // The node by which an actor takes part in a call; stack::Node::kNone: it does not.
  int node_of(int actor, int call) const;
  // Ranks of all actors that take part in a call.
  std::int64_t members(int call) const;
  // Whether only the run knows what a call sends: its slots are reserved.
  bool is_drawn(int call) const { return base::at(drawn_, call); }

  // Who receives what `rank` sends in a round of Plan::rounds.rounds, or rounds::kNobody; and whose
  // message it receives. A message of no bytes among others that have some does not exist.
  int receiver(int round, int rank) const { return base::at(roles(round).to, rank); }
  int sender(int round, int rank) const { return base::at(roles(round).from, rank); }
  base::Bytes bytes_from(int round, int sender) const;
  // Ranks that send in a round, ascending.
  const std::vector<int>& senders(int round) const { return roles(round).senders; }

 private:
  struct Dependents {
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> all;
  };
  struct Roles {
    bool known = false;
    std::vector<int> to, from, senders;
    std::vector<base::Bytes> uneven;  // of each rank's message, where they differ
  };
  const Roles& roles(int round) const;

  const stack::Plan& plan_;
  std::vector<Dependents> dependents_;
  std::vector<std::unordered_map<int, int>> node_of_;
  std::vector<std::int64_t> ranks_of_;  // of each actor: how many
  std::vector<bool> drawn_;
  mutable std::vector<Roles> roles_;  // made when first asked for
};

}  // namespace jacquard::systemc
