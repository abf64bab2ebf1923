// SPDX-License-Identifier: Apache-2.0
// Plans of patterns alone, by hand.
#pragma once

#include <utility>
#include <vector>

#include "jacquard/stack/plan.hpp"

namespace jacquard::tb {

// `actors` stages of equal size, on so many ranks.
inline stack::Plan plan_of_stages(int ranks, int actors) {
  stack::Plan plan;
  plan.ranks = ranks;
  plan.actors.resize(static_cast<std::size_t>(actors));
  for (int rank = 0; rank < ranks; ++rank) plan.actor_of.push_back(rank / (ranks / actors));
  return plan;
}

// A ring of each group of the ranks that differ in digit `digit` of `shape`, in one stage.
inline stack::Pattern ring(std::vector<int> shape, int digit, int by, int actor) {
  stack::Pattern pattern;
  pattern.shape = rounds::Shape(std::move(shape));
  pattern.permutation = rounds::SymbolicPermutation::shift(digit, by);
  pattern.senders = {actor};
  pattern.receivers = {actor};
  return pattern;
}

inline stack::Pattern between(int from, int to, int offset) {
  stack::Pattern pattern;
  pattern.kind = stack::Pattern::Kind::between;
  pattern.offset = offset;
  pattern.senders = {from};
  pattern.receivers = {to};
  return pattern;
}

// The stages of a Megatron job (TP fastest, then CP, DP, PP): a ring both ways in TP, CP and DP,
// and messages to the next stage and back.
inline stack::Plan megatron(int tp, int cp, int dp, int pp) {
  const int stage = tp * cp * dp;
  stack::Plan plan = plan_of_stages(stage * pp, pp);
  const std::vector<int> shape{tp, cp, dp, pp};
  for (int s = 0; s < pp; ++s) {
    for (int digit = 0; digit < 3; ++digit) {
      plan.patterns.push_back(ring(shape, digit, 1, s));
      plan.patterns.push_back(ring(shape, digit, -1, s));
    }
    if (s + 1 < pp) {
      plan.patterns.push_back(between(s, s + 1, stage));
      plan.patterns.push_back(between(s + 1, s, -stage));
    }
  }
  return plan;
}

inline stack::Sizes two_tiers(int ports, int leaf_ports, int uplinks, int spines) {
  stack::Sizes sizes;
  sizes.ports = ports;
  sizes.leaf_ports = leaf_ports;
  sizes.leaves = (ports + leaf_ports - 1) / leaf_ports;
  sizes.uplinks = uplinks;
  sizes.spines = spines;
  sizes.links = uplinks / spines;
  return sizes;
}

}  // namespace jacquard::tb
