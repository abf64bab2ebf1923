// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/composition.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/limits.hpp"
#include "jacquard/stack/round_bytes.hpp"

namespace jacquard::stack {
namespace {

using base::index;
using base::Picoseconds;

RoundTimes times_by(const SlotClock& clock) {
  return [&clock](const rounds::Round& round) {
    RoundTime time;
    time.sent = base::times(clock.slot, clock.slots_for(largest_message(round), false));
    time.arrived = time.sent;
    if (clock.sync == Sync::on_dependency) time.arrived = base::plus(time.sent, clock.flight);
    return time;
  };
}

}  // namespace

Composition::Composition(const Precedence& precedence, const SlotClock& clock,
                         const ComposeOptions& options)
    : precedence_(precedence),
      plan_(precedence.plan()),
      clock_(clock),
      options_(options),
      ways_(longest_ways(precedence, times_by(clock))),
      ports_(plan_, options.channels),
      call_waits_(precedence.call_waits()),
      turns_(precedence.turns()),
      npus_(plan_.actors.size()) {}

bool Composition::precedes(std::uint32_t a, std::uint32_t b) const {
  const Picoseconds way_a = turns_[a].way;
  const Picoseconds way_b = turns_[b].way;
  return way_b < way_a || (way_a == way_b && a < b);
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
      now_ = boundary;
      work_on(slots_.top().slot);
    }
  }
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
  for (std::uint32_t turn = 0; turn < turns_.size(); ++turn) {
    const std::uint32_t call = precedence_.call_of_turn(turn);
    Turn& t = turns_[turn];
    t.round = plan_.template_of(plan_.calls[call]).first_round +
              static_cast<std::int32_t>(turn - precedence_.first_turn(call));
    t.waits = static_cast<std::int32_t>(base::at(rounds, t.round).after.size());
    t.way = base::plus(ways_.behind[call], base::at(ways_.round, t.round));
  }
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
      arrived(event.of);
      break;
    case Event::Kind::sent:
      for (const std::uint32_t next : precedence_.next_calls(event.of)) {
        if (--call_waits_[next] == 0) begin_call(next);
      }
      break;
  }
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
    events_.push({now_, Event::Kind::sent, call});
    end_call(call);
    return;
  }
  for (std::uint32_t turn = precedence_.first_turn(call); turn < precedence_.first_turn(call + 1);
       ++turn) {
    if (turns_[turn].waits == 0) begin_turn(turn);
  }
}

void Composition::end_call(std::uint32_t call) {
  for (const Side& side : plan_.sides_of(plan_.calls[call])) {
    settling_.push_back(precedence_.node(side.actor, side.node));
  }
}

void Composition::begin_turn(std::uint32_t turn) {
  slots_.push({clock_.first_slot_from(Picoseconds{now_}), false, turn});
}

void Composition::arrived(std::uint32_t turn) {
  const int round = turns_[turn].round;
  if (++turns_[turn].repetition < base::at(plan_.rounds.rounds, round).repeat) {
    begin_turn(turn);
    return;
  }
  const std::uint32_t call = precedence_.call_of_turn(turn);
  const auto first = static_cast<std::uint32_t>(plan_.template_of(plan_.calls[call]).first_round);
  for (const std::uint32_t later : precedence_.later_rounds(static_cast<std::uint32_t>(round))) {
    const std::uint32_t next = precedence_.first_turn(call) + later - first;
    if (--turns_[next].waits == 0) begin_turn(next);
  }
  if (--unarrived_[call] == 0) end_call(call);
}

// Gives the free ports of a slot to turns, longest way first. A port that becomes free offers the
// first of those that wait for it; where another port keeps that one, it waits there.
void Composition::work_on(std::int64_t slot) {
  const auto later = [&](std::uint32_t a, std::uint32_t b) { return precedes(b, a); };
  candidates_.clear();
  const auto offer = [&](std::uint32_t turn, std::uint32_t port) {
    candidates_.push_back({turn, port});
    std::push_heap(candidates_.begin(), candidates_.end(),
                   [&](const Candidate& a, const Candidate& b) { return later(a.turn, b.turn); });
  };
  const auto offer_first_of = [&](std::uint32_t port) {
    auto& waiting = ports_.waiting(port);
    if (waiting.empty() || !ports_.free(port, slot)) return;
    std::pop_heap(waiting.begin(), waiting.end(), later);
    offer(waiting.back(), port);
    waiting.pop_back();
  };
  while (!slots_.empty() && slots_.top().slot == slot) {
    const SlotEvent event = slots_.top();
    slots_.pop();
    if (!event.frees) {
      offer(event.of, kNoPort);
      continue;
    }
    const Placed& ended = out_.placed[event.of];
    ports_.for_each_port(base::at(plan_.pattern_of_round, ended.round), ended.channel,
                         offer_first_of);
  }
  while (!candidates_.empty()) {
    std::pop_heap(candidates_.begin(), candidates_.end(),
                  [&](const Candidate& a, const Candidate& b) { return later(a.turn, b.turn); });
    const Candidate best = candidates_.back();
    candidates_.pop_back();
    const SlotPorts::Found found = ports_.find(pattern_of(best.turn), slot);
    if (found.channel >= 0) {
      place(best.turn, slot, found.channel, found.held);
    } else {
      auto& waiting = ports_.waiting(found.blocking);
      waiting.push_back(best.turn);
      std::push_heap(waiting.begin(), waiting.end(), later);
    }
    if (best.port != kNoPort) offer_first_of(best.port);
  }
}

void Composition::place(std::uint32_t turn, std::int64_t slot, int channel, bool held) {
  Turn& state = turns_[turn];
  const int round = turns_[turn].round;
  const rounds::Round& of = base::at(plan_.rounds.rounds, round);
  const base::Bytes bytes = largest_message(of);
  const std::int64_t slots = clock_.slots_for(bytes, held);
  const std::uint32_t call = precedence_.call_of_turn(turn);
  const std::int64_t end = slot + slots;
  if (static_cast<double>(end) * static_cast<double>(clock_.slot.count()) > engine::kLongestRun ||
      slots > std::numeric_limits<std::int32_t>::max()) {
    throw base::ConfigError({plan_.source, "", "a step of at most 46 days",
                             "messages that take longer on these ports", ""});
  }

  Placed* last = state.last < 0 ? nullptr : &base::at(out_.placed, state.last);
  if (last != nullptr && last->end() == slot && last->slots == slots && last->channel == channel) {
    ++last->repetitions;
  } else {
    Placed placed;
    placed.call = static_cast<std::int32_t>(call);
    placed.round = round;
    placed.first_repetition = state.repetition;
    placed.start = slot;
    placed.slots = static_cast<std::int32_t>(slots);
    placed.channel = static_cast<std::int16_t>(channel);
    placed.held = held;
    placed.bytes = bytes;
    state.last = static_cast<std::int32_t>(out_.placed.size());
    out_.placed.push_back(placed);
  }
  ports_.occupy(base::at(plan_.pattern_of_round, round), channel, end);
  slots_.push({end, true, static_cast<std::uint32_t>(state.last)});
  events_.push(
      {clock_.arrival(slot, held, base::Bytes{0}, bytes).count(), Event::Kind::arrived, turn});
  out_.slots = std::max(out_.slots, end);
  sent_by_[call] = std::max(sent_by_[call], end);
  if (state.repetition + 1 == of.repeat && --unsent_[call] == 0) {
    events_.push({base::times(clock_.slot, sent_by_[call]).count(), Event::Kind::sent, call});
  }
}

}  // namespace jacquard::stack
