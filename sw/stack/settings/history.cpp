// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/history.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/at.hpp"

namespace jacquard::stack {
namespace {

constexpr std::uint32_t kNoSetting = 0xffffffffu;  // of a use: the run sets the ports

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
    const Use use{reserved.start, reserved.start + reserved.slots, kNoSetting};
    for (const Side& side : plan.sides_of(base::at(plan.calls, reserved.call))) {
      add(side.actor, reserved.channel, Direction::out, use);
      add(side.actor, reserved.channel, Direction::in, use);
    }
  }
  for (std::vector<Use>& of_side : uses) {
    std::stable_sort(of_side.begin(), of_side.end(),
                     [](const Use& a, const Use& b) { return a.start < b.start; });
    changes_.push_back(history_of(of_side));
    on_demand_.push_back(std::any_of(of_side.begin(), of_side.end(),
                                     [](const Use& use) { return use.setting == kNoSetting; }));
  }
}

std::vector<Change> Histories::history_of(const std::vector<Use>& uses) {
  ChangeList changes;
  std::vector<Use> in_use;
  SetAtOnce set;
  const auto set_what_is_used = [&] {
    set.clear();
    for (const Use& use : in_use) add(use.setting, set);
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  };
  // What has ended by `slot` is held on, unless others are in use.
  const auto end_uses = [&](std::int64_t slot) {
    while (!in_use.empty()) {
      std::int64_t end = in_use.front().end;
      for (const Use& use : in_use) end = std::min(end, use.end);
      if (end > slot) return;
      in_use.erase(std::remove_if(in_use.begin(), in_use.end(),
                                  [end](const Use& use) { return use.end == end; }),
                   in_use.end());
      if (in_use.empty()) {
        set.erase(std::remove_if(set.begin(), set.end(),
                                 [](std::uint32_t what) { return !is_held(what); }),
                  set.end());
      } else {
        set_what_is_used();
      }
      changes.set(end, number_of(set));
    }
  };
  for (const Use& use : uses) {
    end_uses(use.start);
    in_use.push_back(use);
    set_what_is_used();
    changes.set(use.start, number_of(set));
  }
  if (!uses.empty()) end_uses(std::numeric_limits<std::int64_t>::max());
  return changes.take();
}

void Histories::add(std::uint32_t setting, SetAtOnce& set) const {
  if (setting == kNoSetting) {
    set.push_back(kUsedOnDemand);
    return;
  }
  set.push_back(held(setting));
  if (fleeting_[setting]) set.push_back(used(setting));
}

std::uint32_t Histories::number_of(const SetAtOnce& settings) {
  const auto [at, is_new] = numbers_.try_emplace(settings, states());
  if (is_new) states_.push_back(settings);
  return at->second;
}

}  // namespace jacquard::stack
