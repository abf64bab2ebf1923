// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/step_foresight.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::train {

using base::Picoseconds;
using machine::Decide;
using systemc::Foresight;
using systemc::MeetingTimes;

std::optional<Foresight> StepForesight::of(int meeting, const MeetingTimes& times) {
  switch (decide_) {
    case Decide::on_demand:
    case Decide::turned:
      return std::nullopt;
    case Decide::last:
      return remembered(meeting, times, 1);
    case Decide::predicted:
      return remembered(meeting, times, machine::kRemembered);
    case Decide::overlapped:
      return overlapped(meeting, times);
    case Decide::held:
      return held(meeting, times);
  }
  return std::nullopt;
}

StepForesight::Switch StepForesight::switch_of(int meeting) const {
  const systemc::Meeting& m = base::at(meetings_.meetings(), meeting);
  return {m.dimension, m.npus.front()};
}

StepForesight::Key StepForesight::key(int meeting, std::int64_t time, int layer,
                                      bool combine) const {
  return {switch_of(meeting), meetings_.exchange(meeting).of_class, time, layer, combine};
}

std::optional<systemc::Before> StepForesight::before(int meeting) const {
  const bool turns = decide_ == Decide::turned;
  if (!keeps_ && !turns) return std::nullopt;
  const auto known = [](const auto& map, const auto& key) {
    const auto it = map.find(key);
    return it == map.end() ? nullptr : it->second;
  };
  const StepExchange& e = meetings_.exchange(meeting);
  return systemc::Before{
      keeps_ ? known(last_, switch_of(meeting)) : nullptr,
      turns && e.combine ? known(dispatched_, key(meeting, e.time, e.layer, false)) : nullptr};
}

void StepForesight::decided(int meeting, Picoseconds at,
                            const std::shared_ptr<const systemc::LeftBehind>& left) {
  free_[switch_of(meeting)] = at;
  if (left == nullptr) return;
  last_[switch_of(meeting)] = left;
  const StepExchange& e = meetings_.exchange(meeting);
  if (!e.combine) dispatched_[key(meeting, e.time, e.layer, false)] = left;
}

// The first exchange of a layer's experts in a micro-batch says what the others send.
std::optional<Foresight> StepForesight::overlapped(int meeting, const MeetingTimes& times) {
  const StepExchange& e = meetings_.exchange(meeting);
  const auto [first, is_new] =
      seen_.try_emplace(key(meeting, e.time, e.layer, false), Seen{times.known, e.layer});
  const Picoseconds from = std::max(first->second.known, free_[switch_of(meeting)]);
  const Picoseconds lead = times.begin - from;
  if (lead.count() <= 0) return std::nullopt;
  return Foresight{meetings_.demand(meeting), lead};
}

std::optional<Foresight> StepForesight::held(int meeting, const MeetingTimes& times) {
  const StepExchange& e = meetings_.exchange(meeting);
  const auto [first, is_new] =
      seen_.try_emplace(key(meeting, e.time, -1, false), Seen{times.known, e.layer});
  if (is_new) return std::nullopt;
  return Foresight{meetings_.demand(meeting, first->second.layer, e.time),
                   times.begin - first->second.known};
}

// What was sent in steps before this one is known; of this step, what has come by now.
std::optional<Foresight> StepForesight::remembered(int meeting, const MeetingTimes& times,
                                                   int most) {
  const StepExchange& e = meetings_.exchange(meeting);
  seen_.try_emplace(key(meeting, e.time, e.layer, e.combine), Seen{times.known, e.layer});
  std::vector<demand::DemandMatrix> demands;
  Picoseconds lead = systemc::kLongestRunOfCircuits;
  for (std::int64_t time = e.time - 1; time >= e.time - most; --time) {
    if (!meetings_.has_demand(e.layer, time)) break;
    if (time >= 0) {
      const auto before = seen_.find(key(meeting, time, e.layer, e.combine));
      if (before == seen_.end()) continue;
      lead = std::min(lead, times.begin - before->second.known);
    }
    demands.push_back(meetings_.demand(meeting, e.layer, time));
  }
  if (demands.empty()) return std::nullopt;
  return Foresight{machine::mean_of(demands), lead};
}

}  // namespace jacquard::train
