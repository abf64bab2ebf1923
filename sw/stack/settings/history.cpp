// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/history.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/at.hpp"

namespace jacquard::stack {
namespace {

// Changes of one side, in order of their slots.
class ChangeList {
 public:
  void set(std::int64_t start, std::uint32_t state) {
    if (!changes_.empty() && changes_.back().start == start) changes_.pop_back();
    if ((changes_.empty() ? 0 : changes_.back().state) != state) changes_.push_back({start, state});
  }
  std::vector<Change> take() { return std::move(changes_); }

 private:
  std::vector<Change> changes_;
};

}  // namespace

Histories::Histories(const Stack& stack, const Routes& routes, const std::vector<bool>& fleeting)
    : channels_(stack.fabric.channels), fleeting_(fleeting) {
  number_of({});
  const Plan& plan = stack.plan;
  std::vector<std::vector<Use>> uses(plan.actors.size() * base::index(channels_) * 2);
  const auto add = [&](int actor, int channel, Direction direction, const Use& use) {
    base::at(uses, side_index({actor, channel, direction}, channels_)).push_back(use);
  };
  for (const Placed& placed : stack.timeline.placed) {
    const int number = base::at(plan.pattern_of_round, placed.round);
    const Pattern& pattern = base::at(plan.patterns, number);
    const Use use{placed.start, placed.end(), routes.setting(number, placed.part)};
    for (const int actor : pattern.senders) add(actor, placed.channel, Direction::out, use);
    for (const int actor : pattern.receivers) add(actor, placed.channel, Direction::in, use);
  }
  for (const Reserved& reserved : stack.timeline.reserved) {
    const Use use{reserved.start, reserved.start + reserved.slots, kOnDemandSetting};
    for (const Side& side : plan.sides_of(base::at(plan.calls, reserved.call))) {
      add(side.actor, reserved.channel, Direction::out, use);
      add(side.actor, reserved.channel, Direction::in, use);
    }
  }
  for (std::vector<Use>& of_side : uses) {
    std::stable_sort(of_side.begin(), of_side.end(),
                     [](const Use& a, const Use& b) { return a.start < b.start; });
    changes_.push_back(history_of(of_side));
    on_demand_.push_back(std::any_of(of_side.begin(), of_side.end(), [](const Use& use) {
      return use.setting == kOnDemandSetting;
    }));
  }
}

std::vector<Change> Histories::history_of(const std::vector<Use>& uses) {
  ChangeList changes;
  std::vector<Use> in_use;
  SetAtOnce set;
  // What has ended by `slot` is held on, unless others are in use or it is fleeting.
  const auto end_uses = [&](std::int64_t slot) {
    while (!in_use.empty()) {
      const std::int64_t end =
          std::min_element(in_use.begin(), in_use.end(), [](const Use& a, const Use& b) {
            return a.end < b.end;
          })->end;
      if (end > slot) return;
      in_use.erase(std::remove_if(in_use.begin(), in_use.end(),
                                  [end](const Use& use) { return use.end == end; }),
                   in_use.end());
      if (in_use.empty()) {
        set.erase(std::remove_if(set.begin(), set.end(),
                                 [&](std::uint32_t setting) {
                                   return setting == kOnDemandSetting || fleeting_[setting];
                                 }),
                  set.end());
      } else {
        set.clear();
        for (const Use& use : in_use) set.push_back(use.setting);
        std::sort(set.begin(), set.end());
        set.erase(std::unique(set.begin(), set.end()), set.end());
      }
      changes.set(end, number_of(set));
    }
  };
  for (const Use& use : uses) {
    end_uses(use.start);
    if (in_use.empty()) set.clear();
    in_use.push_back(use);
    const auto place = std::lower_bound(set.begin(), set.end(), use.setting);
    if (place == set.end() || *place != use.setting) set.insert(place, use.setting);
    changes.set(use.start, number_of(set));
  }
  if (!uses.empty()) end_uses(std::numeric_limits<std::int64_t>::max());
  return changes.take();
}

std::uint32_t Histories::number_of(const SetAtOnce& settings) {
  const auto [at, is_new] = numbers_.try_emplace(settings, states());
  if (is_new) states_.push_back(settings);
  return at->second;
}

}  // namespace jacquard::stack
