// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/controllers.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::systemc {

using base::Picoseconds;
using memory::Clock;

namespace {

constexpr Clock kNever = memory::Channel::kNever;

// Bytes of one turn: the smallest page of the shipped memories, so most turns stay in one row.
constexpr std::int64_t kTurn = 1024;

}  // namespace

Controllers::Controllers(const memory::MemoryConfig& config)
    : organisation_(config.organisation),
      map_(config.organisation, config.controller.mapping,
           config::Place{"memory", "/controller/mapping"}),
      turn_bursts_(static_cast<std::uint64_t>(
          std::max(kTurn / organisation_.burst().count(), std::int64_t{1}))) {
  lanes_.reserve(static_cast<std::size_t>(organisation_.channels));
  for (int c = 0; c < organisation_.channels; ++c) lanes_.emplace_back(config);
  if (!config.check) return;
  checkers_.assign(lanes_.size(), memory::Checker(config));
  listen();
}

void Controllers::observe(Observer observer) {
  observer_ = std::move(observer);
  listen();
}

void Controllers::listen() {
  for (int c = 0; c < organisation_.channels; ++c) {
    base::at(lanes_, c).channel.observe(
        [this, c](const memory::Command& command) { hear(c, command); });
  }
}

namespace {

// A violation is a fault of the controller, never of the user.
void require_none(const memory::Checker& checker) {
  if (checker.count() == 0) return;
  base::broken_invariant("memory.check", __FILE__, __LINE__,
                         checker.violations().front().told().c_str());
}

}  // namespace

void Controllers::hear(int channel, const memory::Command& command) {
  if (!checkers_.empty()) {
    memory::Checker& checker = base::at(checkers_, channel);
    checker.see(command);
    require_none(checker);
  }
  if (observer_) observer_(channel, command);
}

bool Controllers::take(std::uint32_t slot, const memory::Access& access, Picoseconds at) {
  const Clock clock = std::max(clock_at(at, organisation_), clock_);
  const base::Bytes burst = organisation_.burst();
  Front front;
  front.slot = slot;
  front.direction = access.direction;
  front.left = bursts_of(access, burst);
  front.where = map_(front.left.next * static_cast<std::uint64_t>(burst.count()));
  if (slot >= open_.size()) open_.resize(slot + 1);
  open_[slot] = {front.left.count(), clock};
  while (front.left.count() > 0) {
    if (offer(front, clock)) continue;
    fronts_.push_back(front);
    return false;
  }
  return true;
}

bool Controllers::offer(Front& front, Clock clock) {
  Lane& lane = base::at(lanes_, front.where.channel);
  lane.channel.advance(clock - 1);  // refreshes, if it had nothing to do until now
  const memory::Burst burst{front.where, front.direction, front.slot};
  if (!lane.channel.has_room(burst)) return false;
  lane.channel.offer(burst, clock);
  collect(lane);
  if (++front.left.next < front.left.end) {
    front.where = map_(front.left.next * static_cast<std::uint64_t>(organisation_.burst().count()));
  }
  return true;
}

// Initiators take turns at what room there is, as arbiters of a bus do: by whole accesses, or by
// parts of a long one. Who finds no room keeps its turn; others use what room it cannot.
void Controllers::refill(Clock clock) {
  std::size_t refused = 0;
  while (refused < fronts_.size()) {
    turn_ %= fronts_.size();
    const std::size_t at = (turn_ + refused) % fronts_.size();
    Front& front = fronts_[at];
    if (!offer(front, clock)) {
      ++refused;
      continue;
    }
    refused = 0;
    if (front.left.count() > 0) {
      if (front.left.next % turn_bursts_ != 0) continue;
      if (at == turn_) ++turn_;
      continue;
    }
    reply(clock, Event::accepted, front.slot);
    fronts_.erase(fronts_.begin() + static_cast<std::ptrdiff_t>(at));
    if (at < turn_) --turn_;
  }
}

void Controllers::collect(Lane& lane) {
  for (const memory::Finished& done : lane.channel.finished()) {
    const auto slot = static_cast<std::uint32_t>(done.tag);
    Open& open = open_[slot];
    open.end = std::max(open.end, done.end);
    if (--open.bursts == 0) reply(open.end, Event::finished, slot);
  }
  lane.channel.clear_finished();
  lane.next = lane.channel.next();
}

void Controllers::reply(Clock clock, Event event, std::uint32_t slot) {
  due_.push({clock, replies_++, event, slot});
}

Controllers::Lane* Controllers::earliest() {
  const auto lane = std::min_element(lanes_.begin(), lanes_.end(),
                                     [](const Lane& a, const Lane& b) { return a.next < b.next; });
  return lane->next == kNever ? nullptr : &*lane;
}

void Controllers::run(Picoseconds before) {
  const Clock end = clock_at(before, organisation_);
  while (Lane* lane = earliest()) {
    const Clock clock = lane->next;
    if (clock >= end || (!due_.empty() && clock >= due_.top().clock)) break;
    lane->channel.advance(clock);
    collect(*lane);
    clock_ = std::max(clock_, clock);
    if (!fronts_.empty()) refill(clock);
  }
}

bool Controllers::next(Picoseconds& at) const {
  Clock first = due_.empty() ? kNever : due_.top().clock;
  for (const Lane& lane : lanes_) first = std::min(first, lane.next);
  if (first == kNever) return false;
  at = time_of(first, organisation_);
  return true;
}

bool Controllers::pop(Picoseconds now, Reply& reply) {
  if (due_.empty()) return false;
  const Due due = due_.top();
  const Picoseconds at = time_of(due.clock, organisation_);
  if (at > now) return false;
  due_.pop();
  reply = {at, due.event, due.slot};
  return true;
}

memory::Figures Controllers::figures(Picoseconds now) {
  const Clock clock = std::max(clock_at(now, organisation_), clock_);
  memory::Figures sum;
  for (Lane& lane : lanes_) {
    sum = together(sum, lane.channel.figures(clock));
    collect(lane);
  }
  clock_ = clock;
  for (memory::Checker& checker : checkers_) {
    checker.finish(clock);
    require_none(checker);
  }
  sum.elapsed = now;
  return sum;
}

}  // namespace jacquard::systemc
