// SPDX-License-Identifier: Apache-2.0
// Plans made by hand, for tests of composition.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/stack/fabric.hpp"
#include "jacquard/stack/plan.hpp"
#include "jacquard/stack/slot_clock.hpp"

namespace hand_made {

namespace base = jacquard::base;
namespace rounds = jacquard::rounds;
namespace stack = jacquard::stack;

// 1 byte a picosecond, so that bytes are picoseconds.
inline constexpr base::BitsPerSecond kRate{8 * base::kPicosecondsPerSecond};

inline stack::SlotClock clock(std::int64_t slot, std::int64_t guard, std::int64_t flight,
                              stack::Sync sync = stack::Sync::per_slot) {
  return {base::Picoseconds{slot}, base::Picoseconds{guard}, base::Picoseconds{flight}, kRate,
          sync};
}

inline stack::Fabric fabric(const stack::SlotClock& of, int channels = 1) {
  stack::Fabric made;
  made.tiers = 1;
  made.rate = of.rate;
  made.guard = of.guard;
  made.flight = of.flight;
  made.sync = of.sync;
  made.channels = channels;
  return made;
}

// Nodes of each actor are to be added in an order that respects what they wait for.
class PlanMaker {
 public:
  // Actors with so many ranks each.
  PlanMaker(int actors, int ranks_of_each) : ranks_(ranks_of_each) {
    plan_.source = "hand-made";
    plan_.ranks = actors * ranks_of_each;
    plan_.labels = {"any"};
    for (int a = 0; a < actors; ++a) {
      plan_.actors.emplace_back();
      plan_.actors.back().name = "actor " + std::to_string(a);
      plan_.actor_of.insert(plan_.actor_of.end(), base::index(ranks_of_each), a);
    }
  }

  int shift(const rounds::Shape& shape, int digit, int by, std::vector<int> actors) {
    stack::Pattern pattern;
    pattern.shape = shape;
    pattern.permutation = rounds::SymbolicPermutation::shift(digit, by);
    pattern.senders = actors;
    pattern.receivers = std::move(actors);
    return add(std::move(pattern));
  }
  int ring(std::vector<int> actors) {
    return shift(rounds::Shape({plan_.ranks}), 0, 1, std::move(actors));
  }
  int between(int from, int to) {
    stack::Pattern pattern;
    pattern.kind = stack::Pattern::Kind::between;
    pattern.offset = (to - from) * ranks_;
    pattern.senders = {from};
    pattern.receivers = {to};
    return add(std::move(pattern));
  }

  struct Rounds {
    int pattern = 0;
    std::int64_t bytes = 0;
    int repeat = 1;
    std::vector<int> after = {};  // of this template
  };
  int add_template(const std::vector<Rounds>& all, int communicator = -1) {
    const int first = static_cast<int>(plan_.rounds.rounds.size());
    for (const Rounds& one : all) {
      rounds::Round round;
      round.collective = static_cast<int>(plan_.templates.size());
      round.bytes = base::Bytes{one.bytes};
      round.repeat = one.repeat;
      for (const int before : one.after) round.after.add(first + before);
      plan_.rounds.rounds.push_back(round);
      plan_.pattern_of_round.push_back(one.pattern);
    }
    plan_.rounds.collectives.emplace_back();
    plan_.templates.push_back({first, static_cast<int>(all.size()), 0, communicator});
    return static_cast<int>(plan_.templates.size()) - 1;
  }

  int compute(int actor, std::int64_t ps, const std::vector<int>& after = {}) {
    stack::Node node;
    node.duration = base::Picoseconds{ps};
    node.computes = true;
    return add(actor, node, after);
  }
  struct At {
    int actor = 0;
    std::vector<int> after = {};
  };
  // The nodes of its sides, in their order.
  std::vector<int> call(int of, const std::vector<At>& sides,
                        stack::Call::Kind kind = stack::Call::Kind::data) {
    stack::Call made;
    made.of = of;
    made.kind = kind;
    made.first_side = static_cast<std::uint32_t>(plan_.sides.size());
    made.sides = static_cast<std::uint32_t>(sides.size());
    std::vector<int> nodes;
    for (const At& side : sides) {
      stack::Node node;
      node.call = static_cast<std::int32_t>(plan_.calls.size());
      nodes.push_back(add(side.actor, node, side.after));
      plan_.sides.push_back({side.actor, nodes.back()});
    }
    plan_.calls.push_back(made);
    return nodes;
  }

  stack::Plan& plan() { return plan_; }

 private:
  int add(stack::Pattern pattern) {
    plan_.patterns.push_back(std::move(pattern));
    return static_cast<int>(plan_.patterns.size()) - 1;
  }
  int add(int actor, stack::Node node, const std::vector<int>& after) {
    stack::Actor& of = base::at(plan_.actors, actor);
    node.first_after = static_cast<std::uint32_t>(of.after.size());
    node.after = static_cast<std::uint32_t>(after.size());
    for (const int before : after) of.after.push_back(static_cast<std::uint32_t>(before));
    of.nodes.push_back(node);
    return static_cast<int>(of.nodes.size()) - 1;
  }

  int ranks_;
  stack::Plan plan_;
};

}  // namespace hand_made
