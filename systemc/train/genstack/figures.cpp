// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/base/at.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::genstack {
namespace {

using base::index;
using stack::Call;
using stack::Plan;

std::vector<std::int64_t> ranks_of_actors(const Plan& plan) {
  std::vector<std::int64_t> ranks(plan.actors.size(), 0);
  for (const int actor : plan.actor_of) ++base::at(ranks, actor);
  return ranks;
}

// Groups side by side in a call.
std::int64_t groups_of(const Plan& plan, const Call& call, const std::vector<std::int64_t>& ranks) {
  const rounds::Collective& c = base::at(plan.rounds.collectives, call.of);
  std::int64_t taking_part = 0;
  for (const stack::Side& side : plan.sides_of(call)) taking_part += base::at(ranks, side.actor);
  if (c.kind == rounds::CollectiveKind::send) {
    return base::at(ranks, plan.sides_of(call)[0].actor);
  }
  const int members = c.group().size();
  return std::max<std::int64_t>(1, taking_part / std::max(1, members));
}

// Slots in which some control call sends.
std::int64_t control_slots(const stack::Stack& stack) {
  std::vector<std::pair<std::int64_t, std::int64_t>> used;
  for (const stack::Placed& p : stack.timeline.placed) {
    if (base::at(stack.plan.calls, p.call).kind == Call::Kind::control) {
      used.emplace_back(p.start, p.end());
    }
  }
  std::sort(used.begin(), used.end());
  std::int64_t slots = 0, counted = 0;  // those before `counted` are
  for (const auto& [from, to] : used) {
    slots += std::max<std::int64_t>(0, to - std::max(from, counted));
    counted = std::max(counted, to);
  }
  return slots;
}

}  // namespace

std::vector<LabelFigures> labels_of(const stack::Stack& stack) {
  const Plan& plan = stack.plan;
  const std::vector<std::int64_t> ranks = ranks_of_actors(plan);
  std::vector<LabelFigures> figures(plan.labels.size());
  for (std::size_t l = 0; l < figures.size(); ++l) figures[l].label = plan.labels[l];
  for (const Call& call : plan.calls) {
    const stack::Template& of = plan.template_of(call);
    LabelFigures& f = base::at(figures, of.label);
    ++f.calls;
    f.collectives += groups_of(plan, call, ranks);
    for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
      const rounds::Round& round = base::at(plan.rounds.rounds, r);
      const stack::Pattern& pattern = base::at(plan.patterns, base::at(plan.pattern_of_round, r));
      double senders = 0;
      for (const int actor : pattern.senders) {
        senders += static_cast<double>(base::at(ranks, actor));
      }
      f.bytes += static_cast<double>(round.bytes.count()) * round.repeat * senders;
    }
  }
  for (const stack::Placed& p : stack.timeline.placed) {
    const int pattern = base::at(plan.pattern_of_round, p.round);
    const auto senders = static_cast<std::int64_t>(base::at(plan.patterns, pattern).senders.size());
    base::at(figures, plan.template_of(base::at(plan.calls, p.call)).label).port_slots +=
        (p.end() - p.start) * senders;
  }
  return figures;
}

Figures figures_of(const stack::Stack& stack, const std::string& name) {
  const Plan& plan = stack.plan;
  Figures f;
  f.name = name;
  f.ranks = plan.ranks;
  f.actors = static_cast<int>(plan.actors.size());
  f.calls = static_cast<std::int64_t>(plan.calls.size());
  f.patterns = static_cast<std::int64_t>(plan.patterns.size());
  for (const LabelFigures& label : labels_of(stack)) f.collectives += label.collectives;
  for (const Call& call : plan.calls) {
    f.control_calls += call.kind == Call::Kind::control;
    f.placeholders += call.kind == Call::Kind::placeholder;
  }
  f.control_slots = control_slots(stack);
  // The global permutation changes where a transfer of another pattern begins.
  std::vector<std::int64_t> changes;
  for (const stack::Placed& p : stack.timeline.placed) {
    if (!p.held && p.lead.count() == 0) changes.push_back(p.start);
  }
  std::sort(changes.begin(), changes.end());
  f.permutations = std::unique(changes.begin(), changes.end()) - changes.begin();
  f.lower_bound_ps = static_cast<double>(stack.bound.time().count());
  return f;
}

}  // namespace jacquard::genstack
