// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/circuits.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::report {
namespace {

using stack::Routes;

void circuits_of(const stack::Plan& plan, const std::vector<std::vector<int>>& ranks,
                 const Routes& routes, int number, int part,
                 const std::function<void(const Circuit&)>& take) {
  const stack::Pattern& pattern = base::at(plan.patterns, number);
  const auto one = [&](int sender, int receiver) {
    if (receiver == rounds::kNobody) return;
    const int link = routes.link(number, part, sender);
    if (link != Routes::kNotInPart) take({sender, receiver, link});
  };
  if (pattern.kind == stack::Pattern::Kind::listed) {
    for (const auto& [sender, receiver] : pattern.pairs) one(sender, receiver);
    return;
  }
  for (const int actor : pattern.senders) {
    for (const int rank : base::at(ranks, actor)) one(rank, receiver(pattern, rank, actor));
  }
}

}  // namespace

void each_circuit(const stack::Plan& plan, const Routes& routes, int pattern, int part,
                  const std::function<void(const Circuit&)>& take) {
  circuits_of(plan, stack::ranks_by_actor(plan), routes, pattern, part, take);
}

std::vector<CircuitCount> count_circuits(const stack::Plan& plan, const Routes& routes) {
  const std::vector<std::vector<int>> ranks = stack::ranks_by_actor(plan);
  std::vector<CircuitCount> counts(routes.settings());
  for (int p = 0; p < static_cast<int>(plan.patterns.size()); ++p) {
    for (int part = 0; part < routes.parts(p); ++part) {
      CircuitCount& count = base::at(counts, routes.setting(p, part));
      circuits_of(plan, ranks, routes, p, part, [&](const Circuit& circuit) {
        ++count.all;
        count.up += circuit.link != Routes::kLocal;
      });
    }
  }
  return counts;
}

std::vector<std::size_t> placed_in(const stack::Stack& stack, int channel, std::int64_t slot) {
  std::vector<std::size_t> found;
  const auto& placed = stack.timeline.placed;
  for (std::size_t i = 0; i < placed.size() && placed[i].start <= slot; ++i) {
    if (placed[i].channel == channel && placed[i].end() > slot) found.push_back(i);
  }
  return found;
}

}  // namespace jacquard::report
