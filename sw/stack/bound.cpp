// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/longest_ways.hpp"
#include "jacquard/stack/round_bytes.hpp"

namespace jacquard::stack {
namespace {

using base::Picoseconds;

// What each rank of a pattern's actors sends, all of them alike.
bool all_send(const Pattern& pattern) {
  if (pattern.kind == Pattern::Kind::between) return true;
  return pattern.kind == Pattern::Kind::within && pattern.permutation.senders().empty() &&
         pattern.permutation.rule() == rounds::SymbolicPermutation::Rule::shift;
}

template <class Act>
void for_each_pair(const Plan& plan, const Pattern& pattern, const Act& act) {
  for (const auto& [from, to] : pattern.pairs) act(from, to);
  if (pattern.kind == Pattern::Kind::listed) return;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const int to = receiver(pattern, rank, base::at(plan.actor_of, rank));
    if (to != rounds::kNobody) act(rank, to);
  }
}

// How long each pattern is set in all, at the rate of a port.
std::vector<Picoseconds> times_of_patterns(const Plan& plan, const Fabric& fabric) {
  std::vector<Picoseconds> times(plan.patterns.size());
  for (const Call& call : plan.calls) {
    const Template& of = plan.template_of(call);
    for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
      const rounds::Round& round = base::at(plan.rounds.rounds, r);
      Picoseconds& sum = base::at(times, base::at(plan.pattern_of_round, r));
      sum = base::plus(
          sum, base::times(base::transfer_time(largest_message(round), fabric.rate), round.repeat));
    }
  }
  return times;
}

// A port sends while another receives: each has its load.
Picoseconds largest_load(const Plan& plan, const Fabric& fabric) {
  const std::vector<Picoseconds> times = times_of_patterns(plan, fabric);
  std::vector<Picoseconds> sends(base::index(plan.ranks));
  std::vector<Picoseconds> receives(base::index(plan.ranks));
  std::vector<Picoseconds> all_sends(plan.actors.size());
  std::vector<Picoseconds> all_receive(plan.actors.size());
  const auto add = [](Picoseconds& load, Picoseconds time) { load = base::plus(load, time); };
  for (std::size_t p = 0; p < times.size(); ++p) {
    const Pattern& pattern = plan.patterns[p];
    if (all_send(pattern)) {
      for (const int actor : pattern.senders) add(base::at(all_sends, actor), times[p]);
      for (const int actor : pattern.receivers) add(base::at(all_receive, actor), times[p]);
      continue;
    }
    for_each_pair(plan, pattern, [&](int from, int to) {
      add(base::at(sends, from), times[p]);
      add(base::at(receives, to), times[p]);
    });
  }
  Picoseconds most{0};
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const int actor = base::at(plan.actor_of, rank);
    add(base::at(sends, rank), base::at(all_sends, actor));
    add(base::at(receives, rank), base::at(all_receive, actor));
    most = std::max({most, base::at(sends, rank), base::at(receives, rank)});
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
