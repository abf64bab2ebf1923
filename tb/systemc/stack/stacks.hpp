// SPDX-License-Identifier: Apache-2.0
// Stacks of hand-made plans.
#pragma once

#include <utility>

#include "jacquard/stack/stack.hpp"
#include "unit/stack/random_plan.hpp"

namespace hand_made {

// Composed for that fabric, which gets the clock's rate and times.
inline stack::Stack stack_of(stack::Plan plan, const stack::SlotClock& slots,
                             stack::Fabric switches) {
  stack::Stack made;
  switches.rate = slots.rate;
  switches.guard = slots.guard;
  switches.flight = slots.flight;
  switches.sync = slots.sync;
  made.plan = std::move(plan);
  made.fabric = switches;
  made.clock = slots;
  made.sizes = stack::sizes_of(switches, made.plan.ranks, {"fabric", ""});
  const stack::Routes routes(made.plan, switches, made.sizes, made.seating, {"fabric", ""});
  made.timeline = stack::compose(made.plan, slots, stack::options_of(switches, routes));
  made.bound = stack::bound_of(made.plan, switches);
  return made;
}

inline stack::Fabric one_crossbar(int channels = 1) {
  stack::Fabric fabric;
  fabric.tiers = 1;
  fabric.channels = channels;
  return fabric;
}

inline stack::Fabric leaves_of(int leaf_ports, int uplinks, int channels = 1) {
  stack::Fabric fabric;
  fabric.tiers = 2;
  fabric.radix = 16;
  fabric.leaf_ports = leaf_ports;
  fabric.uplinks = uplinks;
  fabric.channels = channels;
  return fabric;
}

// Whether each message of the plan is for another rank, which takes part.
inline bool all_messages_meet(const stack::Plan& plan) {
  for (const stack::Pattern& pattern : plan.patterns) {
    for (int rank = 0; rank < plan.ranks; ++rank) {
      const int to = stack::receiver(pattern, rank, base::at(plan.actor_of, rank));
      if (to == rounds::kNobody) continue;
      if (to == rank) return false;
      if (stack::sender(pattern, to, base::at(plan.actor_of, to)) != rank) return false;
    }
  }
  return true;
}

}  // namespace hand_made
