// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/stack_model.hpp"

#include "jacquard/stack/pattern.hpp"

namespace jacquard::systemc {
namespace {

using base::index;
using rounds::kNobody;
using stack::Node;

std::vector<base::Bytes> by_sender(const stack::Plan& plan, const rounds::Round& round) {
  if (round.uneven.empty()) return {};
  const rounds::Collective& collective = plan.rounds.collective_of(round);
  std::vector<base::Bytes> bytes(index(plan.ranks));
  for (int rank = 0; rank < static_cast<int>(round.uneven.size()); ++rank) {
    base::at(bytes, collective.npu(rank)) = base::at(round.uneven, rank);
  }
  return bytes;
}

}  // namespace

StackModel::StackModel(const stack::Plan& plan, const std::vector<stack::Reserved>& reserved)
    : plan_(plan),
      dependents_(plan.actors.size()),
      node_of_(plan.actors.size()),
      ranks_of_(plan.actors.size()),
      drawn_(plan.calls.size()),
      roles_(plan.rounds.rounds.size()) {
  for (const stack::Reserved& time : reserved) drawn_[index(time.call)] = true;
  for (const int actor : plan.actor_of) ++base::at(ranks_of_, actor);
  for (std::size_t a = 0; a < plan.actors.size(); ++a) {
    const stack::Actor& actor = plan.actors[a];
    Dependents& behind = dependents_[a];
    behind.first.resize(actor.nodes.size() + 1);
    for (const std::uint32_t before : actor.after) ++behind.first[before + 1];
    for (std::size_t n = 0; n < actor.nodes.size(); ++n) behind.first[n + 1] += behind.first[n];
    behind.all.resize(actor.after.size());
    std::vector<std::uint32_t> next(behind.first.begin(), behind.first.end() - 1);
    for (std::size_t n = 0; n < actor.nodes.size(); ++n) {
      for (const std::uint32_t before : actor.waits_for(actor.nodes[n])) {
        behind.all[next[before]++] = static_cast<std::uint32_t>(n);
      }
      const int call = actor.nodes[n].call;
      if (call != Node::kNone) node_of_[a].emplace(call, static_cast<int>(n));
    }
  }
}

base::Span<const std::uint32_t> StackModel::dependents(int actor, int node) const {
  const Dependents& behind = base::at(dependents_, actor);
  const std::uint32_t first = base::at(behind.first, node);
  return {behind.all.data() + first, base::at(behind.first, node + 1) - first};
}

int StackModel::node_of(int actor, int call) const {
  const auto& known = base::at(node_of_, actor);
  const auto at = known.find(call);
  return at == known.end() ? Node::kNone : at->second;
}

std::int64_t StackModel::members(int call) const {
  std::int64_t sum = 0;
  for (const stack::Side& side : plan_.sides_of(base::at(plan_.calls, call))) {
    sum += base::at(ranks_of_, side.actor);
  }
  return sum;
}

base::Bytes StackModel::bytes_from(int round, int sender) const {
  const Roles& known = roles(round);
  if (!known.uneven.empty()) return base::at(known.uneven, sender);
  return base::at(plan_.rounds.rounds, round).bytes;
}

const StackModel::Roles& StackModel::roles(int number) const {
  Roles& known = base::at(roles_, number);
  if (known.known) return known;
  known.known = true;
  const rounds::Round& round = base::at(plan_.rounds.rounds, number);
  const stack::Pattern& pattern =
      base::at(plan_.patterns, base::at(plan_.pattern_of_round, number));
  known.uneven = by_sender(plan_, round);
  known.to.assign(index(plan_.ranks), kNobody);
  known.from.assign(index(plan_.ranks), kNobody);
  for (int rank = 0; rank < plan_.ranks; ++rank) {
    const int to = stack::receiver(pattern, rank, actor_of(rank));
    if (to == kNobody || to == rank) continue;
    if (!known.uneven.empty() && base::at(known.uneven, rank).count() == 0) continue;
    base::at(known.to, rank) = to;
    base::at(known.from, to) = rank;
    known.senders.push_back(rank);
  }
  return known;
}

}  // namespace jacquard::systemc
