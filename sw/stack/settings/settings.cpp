// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/settings.hpp"

#include <algorithm>

#include "jacquard/stack/switches.hpp"

namespace jacquard::stack {

Settings::Settings(const Stack& stack, const Routes& routes)
    : stack_(stack), routes_(routes), uses_(stack) {
  const Circuits circuits(stack, routes);
  const Histories histories(stack, routes, circuits.fleeting());
  Projections projections(histories, tracks_);
  for (int channel = 0; channel < stack.fabric.channels; ++channel) {
    for (int number = 0; number < stack.sizes.switches(); ++number) {
      views_.emplace_back(number, channel, circuits, histories, projections, tracks_);
    }
  }
}

int Settings::ports(int switch_number) const {
  return ports_of_switch(stack_.sizes, switch_number);
}

void Settings::setting(int channel, int switch_number, std::int64_t slot,
                       std::vector<int>& outputs) const {
  outputs.assign(base::index(ports(switch_number)), rounds::kNobody);
  const SwitchView& view = this->view(channel, switch_number);
  std::vector<std::uint32_t> states;
  states.reserve(view.tracks().size());
  for (const std::uint32_t track : view.tracks()) states.push_back(tracks_[track].at(slot));
  for (std::uint32_t track = 0; track < states.size(); ++track) {
    for (const GatedCircuits& group : view.groups_at(track, states[track])) {
      if (group.also.track != Gate::kOpen && states[group.also.track] != group.also.state) continue;
      for (const Circuit& circuit : view.circuits_of(group)) {
        base::at(outputs, circuit.in) = circuit.out;
      }
    }
  }
}

std::vector<std::int64_t> Settings::changes(int channel, int switch_number) const {
  std::vector<std::int64_t> slots;
  for (const std::uint32_t track : view(channel, switch_number).tracks()) {
    const std::vector<std::int64_t>& starts = tracks_[track].starts.starts();
    slots.insert(slots.end(), starts.begin(), starts.end());
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

int Settings::receiver(int channel, int port, std::int64_t slot) const {
  const int rank = routes_.rank_at(port);
  if (rank == rounds::kNobody) return rounds::kNobody;
  const int actor = base::at(stack_.plan.actor_of, rank);
  int found = rounds::kNobody;
  uses_.at({actor, channel, Direction::out}, slot, [&](std::int32_t placed) {
    if (found == rounds::kNobody) found = receiver(base::at(stack_.timeline.placed, placed), port);
  });
  return found;
}

std::vector<std::int32_t> Settings::sent(int channel, int port, std::int64_t slot) const {
  std::vector<std::int32_t> placed;
  const int rank = routes_.rank_at(port);
  if (rank == rounds::kNobody) return placed;
  const int actor = base::at(stack_.plan.actor_of, rank);
  uses_.at({actor, channel, Direction::out}, slot, [&](std::int32_t p) {
    const bool sends = receiver(base::at(stack_.timeline.placed, p), port) != rounds::kNobody;
    if (sends) placed.push_back(p);
  });
  std::reverse(placed.begin(), placed.end());
  return placed;
}

int Settings::receiver(const Placed& placed, int port) const {
  const int rank = routes_.rank_at(port);
  if (rank == rounds::kNobody) return rounds::kNobody;
  const int number = base::at(stack_.plan.pattern_of_round, placed.round);
  const int to = stack::receiver(base::at(stack_.plan.patterns, number), rank,
                                 base::at(stack_.plan.actor_of, rank));
  if (to == rounds::kNobody || routes_.link(number, placed.part, rank) == Routes::kNotInPart) {
    return rounds::kNobody;
  }
  return stack_.port(to);
}

}  // namespace jacquard::stack
