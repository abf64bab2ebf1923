// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/slot_ports.hpp"

#include <algorithm>
#include <limits>

namespace jacquard::stack {
namespace {

Lists sides_of(const Plan& plan) {
  return Lists(plan.patterns.size(), [&](auto add) {
    for (std::size_t p = 0; p < plan.patterns.size(); ++p) {
      for (const int actor : plan.patterns[p].senders) {
        add(p, static_cast<std::uint32_t>(2 * actor));
      }
      for (const int actor : plan.patterns[p].receivers) {
        add(p, static_cast<std::uint32_t>(2 * actor + 1));
      }
    }
  });
}

}  // namespace

SlotPorts::SlotPorts(const Plan& plan, const Routes* routes, int channels, base::Picoseconds change)
    : routes_(routes),
      channels_(channels),
      change_(change),
      on_demand_(routes == nullptr ? static_cast<std::uint32_t>(plan.patterns.size())
                                   : routes->settings()),
      sides_(sides_of(plan)),
      ports_(2 * plan.actors.size() * base::index(channels)),
      waiting_(ports_.size()) {
  if (routes != nullptr && routes->conflicts().any()) {
    set_until_.assign(routes->settings() * base::index(channels), 0);
  }
}

std::int64_t SlotPorts::free_for(const Port& port, const Wish& wish) const {
  if (port.kept <= port.free || port.user == wish.turn) return port.free;
  return base::plus(port.way, change_) < wish.way ? port.free : port.kept;
}

std::int64_t SlotPorts::conflicts_until(const Wish& wish, int channel, std::int64_t slot) const {
  std::int64_t until = slot;
  if (set_until_.empty() || wish.setting == on_demand_) return until;
  for (const std::uint32_t other : routes_->conflicts().of(wish.setting)) {
    until = std::max(until, set_until_[other * static_cast<std::uint32_t>(channels_) +
                                       static_cast<std::uint32_t>(channel)]);
  }
  return until;
}

SlotPorts::Found SlotPorts::find(const Wish& wish, std::int64_t slot) const {
  Found found;
  found.until = std::numeric_limits<std::int64_t>::max();
  for (int channel = 0; channel < channels_; ++channel) {
    std::int64_t until = conflicts_until(wish, channel, slot);
    std::uint32_t last = kNobody;
    bool held = true;
    for (const std::uint32_t side : sides_[base::index(wish.pattern)]) {
      const std::uint32_t number = port(side, channel);
      const Port& p = ports_[number];
      held = held && p.setting == wish.setting;
      const std::int64_t from = free_for(p, wish);
      if (from > until) {
        until = from;
        last = number;
      }
    }
    if (until == slot && (found.channel < 0 || (held && !found.held))) {
      found.channel = channel;
      found.held = held && wish.setting != on_demand_;
    }
    if (until < found.until) {
      found.until = until;
      found.port = last;
    }
  }
  return found;
}

bool SlotPorts::users(const Wish& wish, int channel, std::int64_t slot,
                      std::vector<std::uint32_t>& turns) const {
  turns.clear();
  if (conflicts_until(wish, channel, slot) > slot) return false;
  for (const std::uint32_t side : sides_[base::index(wish.pattern)]) {
    const Port& p = ports_[port(side, channel)];
    if (free_for(p, wish) <= slot) continue;
    if (p.free <= slot) return false;  // kept
    if (std::find(turns.begin(), turns.end(), p.user) == turns.end()) turns.push_back(p.user);
  }
  return true;
}

bool SlotPorts::held(const Wish& wish, int channel) const {
  const auto sides = sides_[base::index(wish.pattern)];
  return std::all_of(sides.begin(), sides.end(), [&](std::uint32_t side) {
    return ports_[port(side, channel)].setting == wish.setting;
  });
}

void SlotPorts::occupy(const Wish& wish, int channel, std::int64_t until) {
  for (const std::uint32_t side : sides_[base::index(wish.pattern)]) {
    ports_[port(side, channel)] = {until, 0, wish.way, wish.setting, wish.turn};
  }
  if (!set_until_.empty() && wish.setting != on_demand_) set_until(wish.setting, channel) = until;
}

void SlotPorts::keep(const Wish& wish, int channel, std::int64_t until) {
  for (const std::uint32_t side : sides_[base::index(wish.pattern)]) {
    ports_[port(side, channel)].kept = until;
  }
}

void SlotPorts::release(const Wish& wish, int channel, std::int64_t slot) {
  for (const std::uint32_t side : sides_[base::index(wish.pattern)]) {
    Port& p = ports_[port(side, channel)];
    p.free = slot;
    p.kept = 0;
  }
  if (!set_until_.empty()) set_until(wish.setting, channel) = slot;
}

}  // namespace jacquard::stack
