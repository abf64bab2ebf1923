// SPDX-License-Identifier: Apache-2.0
// What goes before what in a plan, as composition and bounds walk it.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/stack/lists.hpp"
#include "jacquard/stack/plan.hpp"

namespace jacquard::stack {

// Nodes of all actors have one numbering (actor by actor), and so have the rounds of all calls
// (call by call): a "turn" is a round of a call.
class Precedence {
 public:
  // Throws ConfigError naming the calls where calls wait for each other in a circle.
  explicit Precedence(const Plan& plan);

  std::uint32_t nodes() const { return first_node_.back(); }
  std::uint32_t node(std::int32_t actor, std::int32_t node) const {
    return base::at(first_node_, actor) + static_cast<std::uint32_t>(node);
  }
  const Node& node_of(std::uint32_t number) const {
    const std::int32_t actor = actor_of_[number];
    return base::at(plan_->actors, actor).nodes[number - base::at(first_node_, actor)];
  }
  std::int32_t actor_of(std::uint32_t number) const { return actor_of_[number]; }
  base::Span<const std::uint32_t> dependents(std::uint32_t node) const { return dependents_[node]; }

  // Calls of its communicators that come next at the actors of a call.
  base::Span<const std::uint32_t> next_calls(std::uint32_t call) const { return next_calls_[call]; }
  // How many of its sides and of the calls before it a call waits for.
  const std::vector<std::int32_t>& call_waits() const { return call_waits_; }

  std::uint32_t turns() const { return first_turn_.back(); }
  std::uint32_t first_turn(std::uint32_t call) const { return first_turn_[call]; }
  std::uint32_t call_of_turn(std::uint32_t turn) const { return call_of_turn_[turn]; }
  // Rounds of its template that wait for a round, as numbers in Plan::rounds.
  base::Span<const std::uint32_t> later_rounds(std::uint32_t round) const {
    return later_rounds_[round];
  }

  // Each node that is no side, and each call, after all that it waits for: nodes as they are
  // numbered, calls behind them.
  const std::vector<std::uint32_t>& order() const { return order_; }

  const Plan& plan() const { return *plan_; }

 private:
  void number_nodes();
  void number_turns();
  void order_calls();
  void order_all();
  std::uint32_t item_of(std::uint32_t node) const;

  const Plan* plan_;
  std::vector<std::uint32_t> first_node_;
  std::vector<std::int32_t> actor_of_;
  Lists dependents_;
  Lists next_calls_;
  std::vector<std::int32_t> call_waits_;
  std::vector<std::uint32_t> first_turn_;
  std::vector<std::uint32_t> call_of_turn_;
  Lists later_rounds_;
  std::vector<std::uint32_t> order_;
};

}  // namespace jacquard::stack
