// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/uses.hpp"

#include <algorithm>

namespace jacquard::stack {

Uses::Uses(const Stack& stack)
    : timeline_(&stack.timeline),
      channels_(stack.fabric.channels),
      sides_(stack.plan.actors.size() * base::index(channels_) * 2) {
  const Plan& plan = stack.plan;
  const auto start_of = [this](std::int32_t placed) {
    return base::at(timeline_->placed, placed).start;
  };
  for (std::size_t p = 0; p < timeline_->placed.size(); ++p) {
    const Placed& placed = timeline_->placed[p];
    const Pattern& pattern = base::at(plan.patterns, base::at(plan.pattern_of_round, placed.round));
    const auto add = [&](int actor, Direction direction) {
      sides_[side_index({actor, placed.channel, direction}, channels_)].placed.push_back(
          static_cast<std::int32_t>(p));
    };
    for (const int actor : pattern.senders) add(actor, Direction::out);
    for (const int actor : pattern.receivers) add(actor, Direction::in);
  }
  for (List& list : sides_) {
    std::stable_sort(list.placed.begin(), list.placed.end(),
                     [&](std::int32_t a, std::int32_t b) { return start_of(a) < start_of(b); });
    std::vector<std::int64_t> starts;
    std::int64_t reach = 0;
    for (const std::int32_t placed : list.placed) {
      starts.push_back(start_of(placed));
      list.reach.push_back(reach);
      reach = std::max(reach, base::at(timeline_->placed, placed).end());
    }
    list.starts = SlotIndex(std::move(starts));
  }
}

}  // namespace jacquard::stack
