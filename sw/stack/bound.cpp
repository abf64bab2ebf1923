// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/longest_ways.hpp"
#include "jacquard/stack/round_bytes.hpp"

namespace jacquard::stack {
namespace {

using base::Picoseconds;

// A port sends while another receives: each has its load.
Picoseconds largest_load(const Plan& plan, const Fabric& fabric) {
  std::vector<Picoseconds> sends(plan.actors.size());
  std::vector<Picoseconds> receives(plan.actors.size());
  for (const Call& call : plan.calls) {
    const Template& of = plan.template_of(call);
    for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
      const rounds::Round& round = base::at(plan.rounds.rounds, r);
      const Picoseconds time =
          base::times(base::transfer_time(largest_message(round), fabric.rate), round.repeat);
      const Pattern& pattern = base::at(plan.patterns, base::at(plan.pattern_of_round, r));
      const auto load = [&](const std::vector<int>& actors, std::vector<Picoseconds>& loads) {
        for (const int actor : actors)
          base::at(loads, actor) = base::plus(base::at(loads, actor), time);
      };
      load(pattern.senders, sends);
      load(pattern.receivers, receives);
    }
  }
  Picoseconds most{0};
  for (const auto* loads : {&sends, &receives}) {
    for (const Picoseconds load : *loads) most = std::max(most, load);
  }
  return Picoseconds{most.count() / fabric.channels};
}

}  // namespace

Bound bound_of(const Plan& plan, const Fabric& fabric) {
  const Precedence precedence(plan);
  const LongestWays ways = longest_ways(precedence, [&](const rounds::Round& round) {
    RoundTime time;
    time.sent = base::transfer_time(largest_message(round), fabric.rate);
    time.arrived = base::plus(time.sent, fabric.flight);
    return time;
  });
  return {ways.step, largest_load(plan, fabric)};
}

}  // namespace jacquard::stack
