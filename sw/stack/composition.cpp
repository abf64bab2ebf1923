// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/composition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/limits.hpp"
#include "jacquard/stack/round_bytes.hpp"

namespace jacquard::stack {
namespace {

using base::index;
using base::Picoseconds;

// What it costs to set something else between two uses of a setting.
Picoseconds change_and_back(const SlotClock& clock) { return base::times(clock.guard, 2); }

}  // namespace

RoundTimes times_by(const SlotClock& clock, const std::string& source) {
  return [&clock, source](const rounds::Round& round) {
    RoundTime time;
    const Picoseconds line = base::transfer_time(largest_message(round), clock.rate);
    if (static_cast<double>(line.count()) > engine::kLongestRun) {
      throw base::ConfigError({source, "", "messages that take at most 46 days",
                               fmt::format("{} bytes", largest_message(round).count()), ""});
    }
    time.sent = base::times(clock.slot, clock.slots_for(largest_message(round), false));
    time.arrived = time.sent;
    if (clock.sync == Sync::on_dependency) time.arrived = base::plus(time.sent, clock.flight);
    return time;
  };
}

Composition::Composition(const Precedence& precedence, const SlotClock& clock,
                         const ComposeOptions& options)
    : precedence_(precedence),
      plan_(precedence.plan()),
      clock_(clock),
      options_(options),
      changes_cost_slots_(clock.sync == Sync::on_dependency && !(clock.guard < clock.slot)),
      ways_(longest_ways(precedence, times_by(clock, plan_.source))),
      ports_(plan_, options.routes, options.channels, change_and_back(clock)),
      call_waits_(precedence.call_waits()),
      turns_(precedence.turns()),
      npus_(plan_.actors.size()) {
  number_turns();
}

void Composition::number_turns() {
  const auto& rounds = plan_.rounds.rounds;
  for (std::uint32_t turn = 0; turn < turns_.size(); ++turn) {
    const std::uint32_t call = precedence_.call_of_turn(turn);
    Turn& t = turns_[turn];
    t.round = plan_.template_of(plan_.calls[call]).first_round +
              static_cast<std::int32_t>(turn - precedence_.first_turn(call));
    t.waits = static_cast<std::int32_t>(base::at(rounds, t.round).after.size());
    t.way = base::plus(ways_.behind[call], base::at(ways_.round, t.round));
  }
}

void Composition::use_ways(const std::vector<Picoseconds>& ways) {
  for (std::size_t turn = 0; turn < turns_.size(); ++turn) turns_[turn].way = ways[turn];
}

std::vector<Picoseconds> Composition::ends() const {
  std::vector<Picoseconds> ends(turns_.size());
  for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
    ends[turn] = Picoseconds{turns_[turn].latest};
  }
  return ends;
}

Timeline Composition::run() {
  begin();
  while (!events_.empty() || !slots_.empty()) {
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    const std::int64_t next = events_.empty() ? kNever : events_.top().time;
    const std::int64_t boundary =
        slots_.empty() ? kNever : base::times(clock_.slot, slots_.top().slot).count();
    if (next <= boundary) {
      now_ = next;
      while (!events_.empty() && events_.top().time == now_) {
        const Event event = events_.top();
        events_.pop();
        take(event);
      }
      settle_nodes();
      settle_npus();
    } else {
      require_short(static_cast<double>(boundary));
      now_ = boundary;
      work_on(slots_.top().slot);
    }
  }
  const auto by_start = [](const auto& a, const auto& b) { return a.start < b.start; };
  std::stable_sort(out_.placed.begin(), out_.placed.end(), by_start);  // but for what was cut
  return std::move(out_);
}

void Composition::begin() {
  const auto& rounds = plan_.rounds.rounds;
  unsent_.resize(plan_.calls.size());
  for (std::size_t c = 0; c < plan_.calls.size(); ++c) {
    unsent_[c] = plan_.template_of(plan_.calls[c]).rounds;
  }
  unarrived_ = unsent_;
  sent_by_.resize(plan_.calls.size(), 0);
  once_.resize(rounds.size());
  const RoundTimes times = times_by(clock_, plan_.source);
  for (std::size_t r = 0; r < rounds.size(); ++r) once_[r] = times(rounds[r]).arrived;
  node_waits_.resize(precedence_.nodes());
  for (std::uint32_t n = 0; n < precedence_.nodes(); ++n) {
    node_waits_[n] = static_cast<std::int32_t>(precedence_.node_of(n).after);
  }
  for (std::uint32_t n = 0; n < precedence_.nodes(); ++n) {
    if (precedence_.node_of(n).after == 0) ready(n);
  }
  settle_nodes();
  settle_npus();
}

void Composition::take(const Event& event) {
  switch (event.kind) {
    case Event::Kind::computed: {
      const std::int32_t actor = precedence_.actor_of(event.of);
      base::at(npus_, actor).computes = false;
      restless_.push_back(actor);
      settling_.push_back(event.of);
      break;
    }
    case Event::Kind::waited:
      settling_.push_back(event.of);
      break;
    case Event::Kind::arrived:
      if (turns_[event.of].arrival == event.time) arrived(event.of);
      break;
    case Event::Kind::sent:
      // Unless what ended the call has been cut since.
      if (unsent_[event.of] != 0 || sent_at(event.of) != event.time) break;
      sent_by_[event.of] = kNotPlaced;
      for (const std::uint32_t next : precedence_.next_calls(event.of)) {
        if (--call_waits_[next] == 0) begin_call(next);
      }
      break;
  }
}

std::int64_t Composition::sent_at(std::uint32_t call) const {
  return base::times(clock_.slot, sent_by_[call]).count();
}

void Composition::ready(std::uint32_t n) {
  const Node& node = precedence_.node_of(n);
  if (node.call != Node::kNone) {
    const auto call = static_cast<std::uint32_t>(node.call);
    if (--call_waits_[call] == 0) begin_call(call);
  } else if (node.computes) {
    const std::int32_t actor = precedence_.actor_of(n);
    base::at(npus_, actor).ready.push(n);
    restless_.push_back(actor);
  } else if (node.duration.count() == 0) {
    settling_.push_back(n);
  } else {
    events_.push({base::plus(Picoseconds{now_}, node.duration).count(), Event::Kind::waited, n});
  }
}

void Composition::settle_nodes() {
  if (!settling_.empty()) out_.step = Picoseconds{now_};
  while (!settling_.empty()) {
    const std::uint32_t node = settling_.back();
    settling_.pop_back();
    for (const std::uint32_t next : precedence_.dependents(node)) {
      if (--node_waits_[next] == 0) ready(next);
    }
  }
}

// An NPU that is free takes the first of its computations that are ready.
void Composition::settle_npus() {
  for (const std::int32_t actor : restless_) {
    Npu& npu = base::at(npus_, actor);
    if (npu.computes || npu.ready.empty()) continue;
    const std::uint32_t n = npu.ready.top();
    npu.ready.pop();
    npu.computes = true;
    events_.push({base::plus(Picoseconds{now_}, precedence_.node_of(n).duration).count(),
                  Event::Kind::computed, n});
  }
  restless_.clear();
}

void Composition::begin_call(std::uint32_t call) {
  if (unsent_[call] == 0) {
    for (const std::uint32_t next : precedence_.next_calls(call)) {
      if (--call_waits_[next] == 0) begin_call(next);
    }
    end_call(call);
    return;
  }
  for (std::uint32_t turn = precedence_.first_turn(call); turn < precedence_.first_turn(call + 1);
       ++turn) {
    if (turns_[turn].waits == 0) begin_turn(turn);
    if (is_placeholder(turn)) break;
  }
}

void Composition::end_call(std::uint32_t call) {
  for (const Side& side : plan_.sides_of(plan_.calls[call])) {
    settling_.push_back(precedence_.node(side.actor, side.node));
  }
}

void Composition::begin_turn(std::uint32_t turn) {
  slots_.push({clock_.first_slot_from(Picoseconds{now_}), SlotEvent::Kind::begins, turn, 0});
}

// All parts of a repetition, or what a placeholder stands for.
void Composition::arrived(std::uint32_t turn) {
  const std::uint32_t call = precedence_.call_of_turn(turn);
  if (is_placeholder(turn)) {
    end_call(call);
    return;
  }
  Turn& t = turns_[turn];
  t.way = t.way - base::at(once_, t.round);
  t.part = 0;
  t.arrival = kNotPlaced;
  if (++t.repetition < round_of(turn).repeat) {
    begin_turn(turn);
    return;
  }
  const auto first = static_cast<std::uint32_t>(plan_.template_of(plan_.calls[call]).first_round);
  for (const std::uint32_t later : precedence_.later_rounds(static_cast<std::uint32_t>(t.round))) {
    const std::uint32_t next = precedence_.first_turn(call) + later - first;
    if (--turns_[next].waits == 0) begin_turn(next);
  }
  if (--unarrived_[call] == 0) end_call(call);
}

}  // namespace jacquard::stack
