// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/longest_ways.hpp"

#include <algorithm>

namespace jacquard::stack {
namespace {

using base::index;
using base::Picoseconds;

}  // namespace

LongestWays longest_ways(const Precedence& precedence, const RoundTimes& time) {
  const Plan& plan = precedence.plan();
  LongestWays ways;
  const auto& rounds = plan.rounds.rounds;
  ways.round.resize(rounds.size());
  std::vector<Picoseconds> flight(rounds.size());  // of the last repetition
  for (std::size_t r = rounds.size(); r-- > 0;) {
    const RoundTime one = time(rounds[r]);
    flight[r] = one.arrived - one.sent;
    Picoseconds behind{0};
    for (const std::uint32_t later : precedence.later_rounds(static_cast<std::uint32_t>(r))) {
      behind = std::max(behind, ways.round[later]);
    }
    ways.round[r] = base::plus(base::times(one.arrived, rounds[r].repeat), behind);
  }
  // Of a whole call: until it has arrived, and until the last of it has been sent.
  std::vector<RoundTime> whole(plan.templates.size());
  for (std::size_t t = 0; t < plan.templates.size(); ++t) {
    const Template& of = plan.templates[t];
    for (std::size_t r = index(of.first_round); r < index(of.first_round + of.rounds); ++r) {
      whole[t].arrived = std::max(whole[t].arrived, ways.round[r]);
      whole[t].sent = std::max(whole[t].sent, ways.round[r] - flight[r]);
    }
  }

  ways.call.resize(plan.calls.size());
  ways.behind.resize(plan.calls.size());
  std::vector<Picoseconds> node(precedence.nodes());
  const auto way_of = [&](std::uint32_t number) {
    const std::int32_t call = precedence.node_of(number).call;
    return call == Node::kNone ? node[number] : base::at(ways.call, call);
  };
  const auto behind_node = [&](std::uint32_t number) {
    Picoseconds behind{0};
    for (const std::uint32_t next : precedence.dependents(number)) {
      behind = std::max(behind, way_of(next));
    }
    return behind;
  };
  const auto& order = precedence.order();
  for (std::size_t k = order.size(); k-- > 0;) {
    const std::uint32_t item = order[k];
    if (item < precedence.nodes()) {
      node[item] = base::plus(precedence.node_of(item).duration, behind_node(item));
      ways.step = std::max(ways.step, node[item]);
      continue;
    }
    const std::uint32_t call = item - precedence.nodes();
    Picoseconds behind{0};
    for (const Side& side : plan.sides_of(plan.calls[call])) {
      behind = std::max(behind, behind_node(precedence.node(side.actor, side.node)));
    }
    const RoundTime& takes = base::at(whole, plan.calls[call].of);
    ways.behind[call] = behind;
    ways.call[call] = base::plus(takes.arrived, behind);
    for (const std::uint32_t next : precedence.next_calls(call)) {
      ways.call[call] = std::max(ways.call[call], base::plus(takes.sent, ways.call[next]));
    }
    ways.step = std::max(ways.step, ways.call[call]);
  }
  return ways;
}

}  // namespace jacquard::stack
