// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/reversed.hpp"

#include <algorithm>

#include "jacquard/stack/lists.hpp"

namespace jacquard::stack {
namespace {

using base::index;

Actor reversed(const Actor& actor) {
  const std::size_t nodes = actor.nodes.size();
  const auto back = [nodes](std::size_t n) { return static_cast<std::uint32_t>(nodes - 1 - n); };
  const Lists dependents(nodes, [&](auto add) {
    for (std::size_t n = 0; n < nodes; ++n) {
      for (const std::uint32_t before : actor.waits_for(actor.nodes[n])) add(before, back(n));
    }
  });
  Actor made;
  made.name = actor.name;
  made.nodes.assign(actor.nodes.rbegin(), actor.nodes.rend());
  for (std::size_t n = 0; n < nodes; ++n) {
    const auto after = dependents[back(n)];
    made.nodes[n].first_after = static_cast<std::uint32_t>(made.after.size());
    made.nodes[n].after = static_cast<std::uint32_t>(after.size());
    made.after.insert(made.after.end(), after.begin(), after.end());
  }
  return made;
}

}  // namespace

Plan reversed(const Plan& plan) {
  Plan made = plan;
  for (Actor& actor : made.actors) actor = reversed(actor);
  for (Side& side : made.sides) {
    const auto nodes = static_cast<std::int32_t>(base::at(plan.actors, side.actor).nodes.size());
    side.node = nodes - 1 - side.node;
  }
  for (const Template& of : plan.templates) {
    const int last = of.first_round + of.rounds - 1;
    for (int r = of.first_round; r <= last; ++r) {
      const int back = of.first_round + last - r;
      made.rounds.rounds[index(back)] = base::at(plan.rounds.rounds, r);
      made.rounds.rounds[index(back)].after.clear();
      made.pattern_of_round[index(back)] = base::at(plan.pattern_of_round, r);
    }
    for (int r = last; r >= of.first_round; --r) {
      for (const int before : base::at(plan.rounds.rounds, r).after) {
        made.rounds.rounds[index(of.first_round + last - before)].after.add(of.first_round + last -
                                                                            r);
      }
    }
  }
  return made;
}

}  // namespace jacquard::stack
