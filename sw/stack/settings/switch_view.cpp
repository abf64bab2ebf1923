// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/switch_view.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace jacquard::stack {
namespace {

// What a group's circuits need to be set.
std::uint32_t needed(const CircuitGroup& group) {
  return group.kept == Kept::in_use ? used(group.setting) : held(group.setting);
}

// What each actor's senders, or receivers, need at a switch.
std::map<int, SetAtOnce> needed_by(std::int32_t CircuitGroup::*actor,
                                   base::Span<const CircuitGroup> groups) {
  std::map<int, SetAtOnce> all;
  for (const CircuitGroup& group : groups) all[group.*actor].push_back(needed(group));
  for (auto& [which, needs] : all) {
    std::sort(needs.begin(), needs.end());
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  }
  return all;
}

bool before(const GatedCircuits& a, const GatedCircuits& b) {
  return std::tie(a.gate.track, a.gate.state, a.also.track, a.also.state, a.first) <
         std::tie(b.gate.track, b.gate.state, b.also.track, b.also.state, b.first);
}

}  // namespace

SwitchView::SwitchView(int number, int channel, const Circuits& circuits,
                       const Histories& histories, Projections& projections, const Tracks& tracks) {
  const base::Span<const CircuitGroup> groups = circuits.through(number);
  const std::map<int, SetAtOnce> sent = needed_by(&CircuitGroup::sender, groups);
  const std::map<int, SetAtOnce> received = needed_by(&CircuitGroup::receiver, groups);
  for (const CircuitGroup& group : groups) {
    const base::Span<const Circuit> list = circuits.of(group);
    const auto first = static_cast<std::uint32_t>(circuits_.size());
    circuits_.insert(circuits_.end(), list.begin(), list.end());
    std::vector<Gate> out = {{Gate::kOpen, 0}};
    std::vector<Gate> in = {{Gate::kOpen, 0}};
    if (group.kept != Kept::by_receivers) {
      out = gates(needed(group),
                  projections.of({group.sender, channel, Direction::out}, sent.at(group.sender)));
    }
    if (group.kept != Kept::by_senders) {
      in = gates(needed(group), projections.of({group.receiver, channel, Direction::in},
                                               received.at(group.receiver)));
    }
    if (group.kept == Kept::by_receivers) out.swap(in);
    for (const Gate& one : out) {
      for (const Gate& other : in) {
        if (one.track == other.track && one.state != other.state) continue;
        groups_.push_back({one, other, first, group.count});
      }
    }
  }
  add_on_demand(number, channel, circuits, histories, projections);
  std::sort(groups_.begin(), groups_.end(), before);
  find_groups(tracks);
}

void SwitchView::add_on_demand(int number, int channel, const Circuits& circuits,
                               const Histories& histories, Projections& projections) {
  const std::map<int, SetAtOnce> sent = needed_by(&CircuitGroup::sender, circuits.through(number));
  for (const int actor : circuits.actors_at(number)) {
    const ActorSide side{actor, channel, Direction::out};
    if (!histories.has_on_demand(side)) continue;
    const auto seen = sent.find(actor);
    const Projection& out = projections.of(side, seen == sent.end() ? SetAtOnce{} : seen->second);
    const auto first = static_cast<std::uint32_t>(circuits_.size());
    for (const int port : circuits.ports_of(number, actor)) circuits_.push_back({port, kOnDemand});
    const auto count = static_cast<std::uint32_t>(circuits_.size()) - first;
    for (const Gate& gate : gates(kUsedOnDemand, out)) {
      groups_.push_back({gate, {Gate::kOpen, 0}, first, count});
    }
  }
}

std::vector<Gate> SwitchView::gates(std::uint32_t what, const Projection& projection) {
  std::vector<Gate> gates;
  const std::uint32_t track = place_of(projection.track);
  for (std::size_t state = 1; state < projection.sets.size(); ++state) {
    const SetAtOnce& set = projection.sets[state];
    if (std::binary_search(set.begin(), set.end(), what)) {
      gates.push_back({track, static_cast<std::uint32_t>(state)});
    }
  }
  return gates;
}

std::uint32_t SwitchView::place_of(std::uint32_t track) {
  const auto at = std::find(tracks_.begin(), tracks_.end(), track);
  if (at == tracks_.end()) {
    tracks_.push_back(track);
    return static_cast<std::uint32_t>(tracks_.size() - 1);
  }
  return static_cast<std::uint32_t>(at - tracks_.begin());
}

void SwitchView::find_groups(const Tracks& tracks) {
  std::size_t next = 0;
  for (std::uint32_t t = 0; t < tracks_.size(); ++t) {
    first_state_.push_back(first_group_.size());
    const std::vector<std::uint32_t>& states = tracks[tracks_[t]].states;
    const std::uint32_t last = states.empty() ? 0 : *std::max_element(states.begin(), states.end());
    for (std::uint32_t state = 0; state <= last; ++state) {
      first_group_.push_back(static_cast<std::uint32_t>(next));
      while (next < groups_.size() && groups_[next].gate.track == t &&
             groups_[next].gate.state == state) {
        ++next;
      }
    }
  }
  first_group_.push_back(static_cast<std::uint32_t>(next));
}

}  // namespace jacquard::stack
