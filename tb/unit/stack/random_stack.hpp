// SPDX-License-Identifier: Apache-2.0
// Stacks with a timeline that is no step of training, but uses everything that a timeline may have.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/stack/link_use.hpp"
#include "jacquard/stack/settings/settings.hpp"
#include "unit/stack/route_plans.hpp"

namespace jacquard::tb {

struct RandomStack {
  stack::Stack stack;
  std::unique_ptr<stack::Routes> routes;  // of the stack, which must not move
};

inline int below(base::Rng& rng, int bound) {
  return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound)));
}

// Some ranks of an actor, in no order, send to some of another.
inline stack::Pattern scattered(const stack::Plan& plan, int from, int to, base::Rng& rng) {
  stack::Pattern pattern;
  pattern.kind = stack::Pattern::Kind::listed;
  pattern.senders = {from};
  pattern.receivers = {to};
  std::vector<int> receivers;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    if (base::at(plan.actor_of, rank) == to) receivers.push_back(rank);
  }
  const std::vector<int> order = rng.permutation(static_cast<int>(receivers.size()));
  std::size_t next = 0;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    if (base::at(plan.actor_of, rank) != from || next == order.size()) continue;
    const int receiver = base::at(receivers, order[next++]);
    if (receiver != rank && rng.chance(0.9)) pattern.pairs.emplace_back(rank, receiver);
  }
  return pattern;
}

// Uses and reservations at random, each as soon as ports and links are free, and some slots later.
inline stack::Timeline random_timeline(const stack::Plan& plan, const stack::Routes& routes,
                                       int channels, int uses, base::Rng& rng) {
  stack::Timeline timeline;
  struct Busy {
    std::vector<std::int64_t> out, in;
  };
  std::vector<Busy> busy(base::index(channels));
  for (Busy& b : busy) b.out = b.in = std::vector<std::int64_t>(plan.actors.size(), 0);
  const auto patterns = static_cast<int>(plan.patterns.size());
  for (int u = 0; u < uses; ++u) {
    const int channel = below(rng, channels);
    Busy& of = base::at(busy, channel);
    const int p = below(rng, patterns);
    const stack::Pattern& pattern = base::at(plan.patterns, p);
    const int part = below(rng, routes.parts(p));
    std::int64_t start = 0;
    for (const int a : pattern.senders) start = std::max(start, base::at(of.out, a));
    for (const int a : pattern.receivers) start = std::max(start, base::at(of.in, a));
    for (const stack::Placed& other : timeline.placed) {
      const int q = base::at(plan.pattern_of_round, other.round);
      if (other.channel == channel &&
          routes.conflicts().between(routes.setting(p, part), routes.setting(q, other.part))) {
        start = std::max(start, other.end());
      }
    }
    if (rng.chance(0.5)) start += below(rng, 4);
    std::int64_t end = 0;
    if (rng.chance(0.1) && !plan.calls.empty()) {
      // The call of number p: those who send or receive by pattern p.
      const std::int64_t slots = 1 + below(rng, 5);
      const stack::Side side = base::at(plan.sides, base::at(plan.calls, p).first_side);
      start = std::max({start, base::at(of.out, side.actor), base::at(of.in, side.actor)});
      timeline.reserved.push_back({p, start, slots, static_cast<std::int16_t>(channel)});
      end = start + slots;
      base::at(of.out, side.actor) = base::at(of.in, side.actor) = end;
    } else {
      stack::Placed placed;
      placed.call = p;
      placed.round = p;
      placed.start = start;
      placed.slots = 1 + below(rng, 3);
      placed.repetitions = 1 + below(rng, 2);
      placed.channel = static_cast<std::int16_t>(channel);
      placed.part = static_cast<std::int16_t>(part);
      timeline.placed.push_back(placed);
      end = placed.end();
      for (const int a : pattern.senders) base::at(of.out, a) = end;
      for (const int a : pattern.receivers) base::at(of.in, a) = end;
    }
    timeline.slots = std::max(timeline.slots, end);
  }
  timeline.slots += below(rng, 3);
  std::stable_sort(timeline.placed.begin(), timeline.placed.end(),
                   [](const auto& a, const auto& b) { return a.start < b.start; });
  std::stable_sort(timeline.reserved.begin(), timeline.reserved.end(),
                   [](const auto& a, const auto& b) { return a.start < b.start; });
  return timeline;
}

// A call of one side for each pattern, of its first sender; round p has pattern p.
inline void add_calls(stack::Plan& plan) {
  for (std::size_t p = 0; p < plan.patterns.size(); ++p) {
    plan.pattern_of_round.push_back(static_cast<int>(p));
    stack::Call call;
    call.first_side = static_cast<std::uint32_t>(p);
    call.sides = 1;
    plan.calls.push_back(call);
    plan.sides.push_back({plan.patterns[p].senders.front(), 0});
  }
}

// Actors of any size on leaves of any size; half of them on one crossbar.
inline std::unique_ptr<RandomStack> random_stack(base::Rng& rng) {
  auto made = std::make_unique<RandomStack>();
  stack::Stack& s = made->stack;
  const int actors = 1 + below(rng, 4);
  s.plan = plan_of_stages(actors * (2 + below(rng, 10)), actors);
  for (int k = 0; k < 6; ++k) {
    s.plan.patterns.push_back(scattered(s.plan, below(rng, actors), below(rng, actors), rng));
  }
  add_calls(s.plan);
  s.fabric.channels = 1 + below(rng, 2);
  s.fabric.local = rng.chance(0.7);
  const int ports = s.plan.ranks + below(rng, 5);
  if (rng.chance(0.5)) {
    s.fabric.tiers = 1;
    s.sizes.ports = s.sizes.leaf_ports = ports;
  } else {
    const int spines = 1 + below(rng, 3);
    s.sizes = two_tiers(ports, 1 + below(rng, 8), spines * (1 + below(rng, 3)), spines);
  }
  const std::vector<int> seats = rng.permutation(ports);
  if (rng.chance(0.5)) s.seating.port_of.assign(seats.begin(), seats.begin() + s.plan.ranks);
  made->routes = std::make_unique<stack::Routes>(s.plan, s.fabric, s.sizes, s.seating,
                                                 config::Place{"fabric.json", ""});
  s.timeline = random_timeline(s.plan, *made->routes, s.fabric.channels, 40, rng);
  return made;
}

// A Megatron job of 3 stages of 27 ranks; 27 or 9 of them on a leaf.
inline std::unique_ptr<RandomStack> aligned_stack(int leaf_ports, base::Rng& rng) {
  auto made = std::make_unique<RandomStack>();
  stack::Stack& s = made->stack;
  s.plan = megatron(3, 3, 3, 3);
  add_calls(s.plan);
  s.sizes = two_tiers(s.plan.ranks, leaf_ports, leaf_ports, 3);
  made->routes = std::make_unique<stack::Routes>(s.plan, s.fabric, s.sizes, s.seating,
                                                 config::Place{"fabric.json", ""});
  s.timeline = random_timeline(s.plan, *made->routes, 1, 60, rng);
  return made;
}

}  // namespace jacquard::tb
