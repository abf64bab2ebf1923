// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/slot_ports.hpp"

#include <limits>

namespace jacquard::stack {
namespace {

constexpr std::int32_t kNone = -1;

}  // namespace

SlotPorts::SlotPorts(const Plan& plan, int channels)
    : channels_(channels),
      sides_(plan.patterns.size(),
             [&](auto add) {
               for (std::size_t p = 0; p < plan.patterns.size(); ++p) {
                 for (const int actor : plan.patterns[p].senders) {
                   add(p, static_cast<std::uint32_t>(2 * actor));
                 }
                 for (const int actor : plan.patterns[p].receivers) {
                   add(p, static_cast<std::uint32_t>(2 * actor + 1));
                 }
               }
             }),
      free_(2 * plan.actors.size() * base::index(channels), 0),
      set_(free_.size(), kNone),
      waiting_(free_.size()) {}

SlotPorts::Found SlotPorts::find(int pattern, std::int64_t slot) const {
  Found found;
  std::int64_t soonest = std::numeric_limits<std::int64_t>::max();
  for (int channel = 0; channel < channels_; ++channel) {
    std::int64_t until = slot;
    std::uint32_t last = 0;
    bool held = true;
    for (const std::uint32_t side : sides_[base::index(pattern)]) {
      const std::uint32_t p = port(side, channel);
      held = held && set_[p] == pattern;
      if (free_[p] > until) {
        until = free_[p];
        last = p;
      }
    }
    if (until == slot && (found.channel < 0 || (held && !found.held))) {
      found.channel = channel;
      found.held = held;
    }
    if (until < soonest) {
      soonest = until;
      found.blocking = last;
    }
  }
  return found;
}

void SlotPorts::occupy(int pattern, int channel, std::int64_t until) {
  for (const std::uint32_t side : sides_[base::index(pattern)]) {
    const std::uint32_t p = port(side, channel);
    free_[p] = until;
    set_[p] = pattern;
  }
}

}  // namespace jacquard::stack
