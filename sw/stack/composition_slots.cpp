// SPDX-License-Identifier: Apache-2.0
// Who has the ports of a slot. docs/genstack.md, "Composition", says the rules.
#include <algorithm>
#include <cmath>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/limits.hpp"
#include "jacquard/stack/composition.hpp"
#include "jacquard/stack/round_bytes.hpp"

namespace jacquard::stack {

using base::Bytes;
using base::Picoseconds;

SlotPorts::Wish Composition::wish_of(std::uint32_t turn, int part) const {
  const int pattern = pattern_of(turn);
  const std::uint32_t setting =
      is_placeholder(turn) ? ports_.on_demand() : ports_.setting(pattern, part);
  return {pattern, setting, turn, turns_[turn].way};
}

bool Composition::precedes(const Candidate& a, const Candidate& b) const {
  if (a.rank != b.rank) return a.rank > b.rank;
  const bool under_way = turns_[a.turn].repetition > 0;  // a round's setting is held then
  if (under_way != (turns_[b.turn].repetition > 0)) return under_way;
  return a.turn < b.turn;
}

// The longer way goes first. Where a change of setting takes slots, what is set already gets the
// time of a change to it and back as an advantage.
Composition::Candidate Composition::candidate(std::uint32_t turn, std::uint32_t port) const {
  Candidate made{turn, port, turns_[turn].way.count()};
  if (!changes_cost_slots_) return made;
  const SlotPorts::Wish wish = next_wish(turn);
  for (int channel = 0; channel < ports_.channels(); ++channel) {
    if (!ports_.held(wish, channel)) continue;
    made.rank = base::plus(Picoseconds{made.rank}, base::times(clock_.guard, 2)).count();
    break;
  }
  return made;
}

void Composition::offer(const Candidate& made) {
  candidates_.push_back(made);
  std::push_heap(candidates_.begin(), candidates_.end(),
                 [&](const Candidate& a, const Candidate& b) { return precedes(b, a); });
}

// A port that is free offers the first of those that wait for it.
void Composition::offer_waiting(std::uint32_t port, std::int64_t slot) {
  std::vector<std::uint32_t>& waiting = ports_.waiting(port);
  if (waiting.empty() || !ports_.free(port, slot)) return;
  std::size_t best = 0;
  Candidate first = candidate(waiting[0], port);
  for (std::size_t k = 1; k < waiting.size(); ++k) {
    const Candidate other = candidate(waiting[k], port);
    if (!precedes(other, first)) continue;
    first = other;
    best = k;
  }
  waiting[best] = waiting.back();
  waiting.pop_back();
  offer(first);
}

// Gives the free ports of a slot to turns, first who comes first. Where another port keeps a turn,
// it waits there. Then the room that is left in the last slots of transfers is filled.
void Composition::work_on(std::int64_t slot) {
  openings_.clear();
  while (!slots_.empty() && slots_.top().slot == slot) {
    const SlotEvent event = slots_.top();
    slots_.pop();
    switch (event.kind) {
      case SlotEvent::Kind::begins:
        offer(candidate(event.of, SlotPorts::kNobody));
        break;
      case SlotEvent::Kind::frees:
        ports_.for_each_port(pattern_of(event.of), event.channel,
                             [&](std::uint32_t port) { offer_waiting(port, slot); });
        break;
      case SlotEvent::Kind::opens:
        openings_.push_back(event.of);
        break;
    }
  }
  while (!candidates_.empty()) {
    std::pop_heap(candidates_.begin(), candidates_.end(),
                  [&](const Candidate& a, const Candidate& b) { return precedes(b, a); });
    const Candidate first = candidates_.back();
    candidates_.pop_back();
    const std::uint32_t waits_at = try_to_place(first.turn, slot);
    // A port that is kept for another, from this one and all behind it, has no more to offer.
    if (first.port != SlotPorts::kNobody && first.port != waits_at) {
      offer_waiting(first.port, slot);
    }
  }
  for (std::size_t k = 0; k < openings_.size(); ++k) fill_room(openings_[k], slot);
}

// The port at which the turn waits now, if any.
std::uint32_t Composition::try_to_place(std::uint32_t turn, std::int64_t slot) {
  const SlotPorts::Found found = ports_.find(next_wish(turn), slot);
  if (found.channel >= 0) {
    place(turn, slot, found.channel, found.held);
  } else if (options_.cut && cut_for(turn, slot)) {
    // What was cut waits again.
  } else if (found.port == SlotPorts::kNobody) {
    slots_.push({found.until, SlotEvent::Kind::begins, turn, 0});
  } else {
    ports_.waiting(found.port).push_back(turn);
    return found.port;
  }
  return SlotPorts::kNobody;
}

// Transfers with shorter ways give way at a slot's begin, on the first channel where all can.
bool Composition::cut_for(std::uint32_t turn, std::int64_t slot) {
  const SlotPorts::Wish wish = next_wish(turn);
  for (int channel = 0; channel < ports_.channels(); ++channel) {
    std::vector<std::uint32_t> in_the_way;
    if (!ports_.users(wish, channel, slot, in_the_way)) continue;
    const bool all = std::all_of(in_the_way.begin(), in_the_way.end(),
                                 [&](std::uint32_t other) { return may_cut(other, turn, slot); });
    if (!all) continue;
    for (const std::uint32_t other : in_the_way) cut(other, slot);
    place(turn, slot, channel, ports_.held(wish, channel));
    for (const std::uint32_t other : in_the_way) {
      offer(candidate(other, SlotPorts::kNobody));
      ports_.for_each_port(pattern_of(other), channel,
                           [&](std::uint32_t port) { offer_waiting(port, slot); });
    }
    return true;
  }
  return false;
}

bool Composition::may_cut(std::uint32_t turn, std::uint32_t urgent, std::int64_t slot) const {
  const Turn& t = turns_[turn];
  if (is_placeholder(turn) || ports_.parts(pattern_of(turn)) > 1) return false;
  if (!(t.way < turns_[urgent].way) || t.start >= slot) return false;
  if (sent_until(t, slot).count() == 0) return false;
  const Picoseconds saved = base::times(clock_.slot, t.end - slot);
  return clock_.sync == Sync::per_slot || base::times(clock_.guard, 2) < saved;
}

Bytes Composition::sent_until(const Turn& turn, std::int64_t slot) const {
  return clock_.capacity(slot - turn.start, turn.held);
}

void Composition::cut(std::uint32_t turn, std::int64_t slot) {
  Turn& t = turns_[turn];
  const Bytes sent = sent_until(t, slot);
  Placed* last = &base::at(out_.placed, t.last);
  if (last->repetitions > 1) {
    --last->repetitions;
    Placed piece = *last;
    piece.first_repetition = t.repetition;
    piece.repetitions = 1;
    piece.start = t.start;
    piece.held = t.held;
    t.last = static_cast<std::int32_t>(out_.placed.size());
    out_.placed.push_back(piece);
    last = &out_.placed.back();
  }
  last->slots = static_cast<std::int32_t>(slot - t.start);
  last->bytes = sent;
  t.from = last->from + sent;
  t.end = slot;
  ports_.release(last_wish(turn), t.channel, slot);
  --t.part;
  t.arrival = kNotPlaced;
  if (t.repetition + 1 == round_of(turn).repeat) ++unsent_[precedence_.call_of_turn(turn)];
}

void Composition::require_short(double time) const {
  const double slots = time / static_cast<double>(clock_.slot.count());
  if (time <= engine::kLongestRun && slots <= std::numeric_limits<std::int32_t>::max()) return;
  throw base::ConfigError({plan_.source, "", "a step of at most 46 days",
                           "messages that take longer on these ports", ""});
}

Bytes Composition::rest_of(std::uint32_t turn) const {
  return largest_message(round_of(turn)) - turns_[turn].from;
}

void Composition::place(std::uint32_t turn, std::int64_t slot, int channel, bool held) {
  if (is_placeholder(turn)) {
    reserve(turn, slot, channel);
    return;
  }
  Turn& t = turns_[turn];
  const Bytes bytes = rest_of(turn);
  const std::int64_t slots = clock_.slots_for(bytes, held);
  require_short(static_cast<double>(slots) * static_cast<double>(clock_.slot.count()));
  t.start = slot;
  t.end = slot + slots;
  t.channel = static_cast<std::int16_t>(channel);
  t.held = held;
  t.used = slots == 1 ? bytes : bytes - clock_.capacity(slots - 1, held);

  Placed* last = t.last < 0 ? nullptr : &base::at(out_.placed, t.last);
  const bool follows = last != nullptr && !t.shared && last->end() == slot &&
                       last->slots == slots && last->channel == channel && last->part == t.part &&
                       t.from.count() == 0 && last->from.count() == 0 && last->lead.count() == 0 &&
                       last->bytes == bytes &&
                       last->first_repetition + last->repetitions == t.repetition;
  if (follows) {
    ++last->repetitions;
  } else {
    add_placed(turn, bytes, Bytes{0});
  }
  t.shared = false;
  const SlotPorts::Wish wish = next_wish(turn);
  ports_.occupy(wish, channel, t.end);
  slots_.push({t.end, SlotEvent::Kind::frees, turn, t.channel});
  note_placed(turn, clock_.arrival(slot, held, Bytes{0}, bytes));
  if (t.part < ports_.parts(wish.pattern)) {
    offer(candidate(turn, SlotPorts::kNobody));
    return;
  }
  if (options_.share) {
    if (slots == 1) {
      openings_.push_back(turn);
    } else {
      slots_.push({t.end - 1, SlotEvent::Kind::opens, turn, t.channel});
    }
  }
  keep_for_next(turn);
}

void Composition::add_placed(std::uint32_t turn, Bytes bytes, Bytes lead) {
  Turn& t = turns_[turn];
  Placed placed;
  placed.call = static_cast<std::int32_t>(precedence_.call_of_turn(turn));
  placed.round = t.round;
  placed.first_repetition = t.repetition;
  placed.start = t.start;
  placed.slots = static_cast<std::int32_t>(t.end - t.start);
  placed.channel = t.channel;
  placed.part = t.part;
  placed.held = t.held;
  placed.from = t.from;
  placed.bytes = bytes;
  placed.lead = lead;
  t.last = static_cast<std::int32_t>(out_.placed.size());
  out_.placed.push_back(placed);
}

// The rest of a part has its slots.
void Composition::note_placed(std::uint32_t turn, Picoseconds arrival) {
  Turn& t = turns_[turn];
  const std::uint32_t call = precedence_.call_of_turn(turn);
  t.latest = std::max(t.latest, arrival.count());
  t.from = Bytes{0};
  ++t.part;
  out_.slots = std::max(out_.slots, t.end);
  sent_by_[call] = std::max(sent_by_[call], t.end);
  if (t.part < ports_.parts(pattern_of(turn))) return;
  t.arrival = t.latest;
  events_.push({t.arrival, Event::Kind::arrived, turn});
  if (t.repetition + 1 == round_of(turn).repeat && --unsent_[call] == 0) {
    events_.push({sent_at(call), Event::Kind::sent, call});
  }
}

// Ports wait for the next repetition where that takes less time than to change their setting and
// back.
void Composition::keep_for_next(std::uint32_t turn) {
  const Turn& t = turns_[turn];
  if (!changes_cost_slots_ || t.repetition + 1 == round_of(turn).repeat) return;
  if (ports_.parts(pattern_of(turn)) > 1) return;
  const std::int64_t next = clock_.first_slot_from(Picoseconds{t.arrival});
  if (next == t.end) return;
  if (base::times(clock_.guard, 2) < base::times(clock_.slot, next - t.end)) return;
  ports_.keep(last_wish(turn), t.channel, next);
  slots_.push({next, SlotEvent::Kind::frees, turn, t.channel});
}

// Each pair's share of a balanced demand, times headroom, in slots of its own.
std::int64_t Composition::slots_of_placeholder(std::uint32_t turn) const {
  const Template& of = plan_.template_of(plan_.calls[precedence_.call_of_turn(turn)]);
  double slots = std::ceil(options_.decision / clock_.slot);
  for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
    const rounds::Round& round = base::at(plan_.rounds.rounds, r);
    const double bytes =
        std::ceil(static_cast<double>(largest_message(round).count()) * options_.headroom);
    require_short(bytes * 8 / static_cast<double>(clock_.rate.count()) *
                  static_cast<double>(base::kPicosecondsPerSecond));
    slots += static_cast<double>(clock_.slots_for(Bytes{bytes}, false)) * round.repeat;
  }
  require_short(slots * static_cast<double>(clock_.slot.count()));
  return static_cast<std::int64_t>(slots);
}

void Composition::reserve(std::uint32_t turn, std::int64_t slot, int channel) {
  Turn& t = turns_[turn];
  const std::uint32_t call = precedence_.call_of_turn(turn);
  const std::int64_t slots = slots_of_placeholder(turn);
  t.start = slot;
  t.end = slot + slots;
  out_.reserved.push_back(
      {static_cast<std::int32_t>(call), slot, slots, static_cast<std::int16_t>(channel)});
  ports_.occupy(next_wish(turn), channel, t.end);
  slots_.push({t.end, SlotEvent::Kind::frees, turn, static_cast<std::int16_t>(channel)});
  out_.slots = std::max(out_.slots, t.end);
  sent_by_[call] = t.end;
  unsent_[call] = 0;
  events_.push({sent_at(call), Event::Kind::sent, call});
  Picoseconds arrival{sent_at(call)};
  if (clock_.sync == Sync::on_dependency) arrival = base::plus(arrival, clock_.flight);
  t.latest = arrival.count();
  t.arrival = t.latest;
  events_.push({t.arrival, Event::Kind::arrived, turn});
}

// How much of the next part fits: the rest of it, or all room where that saves a slot; 0: nothing.
Bytes Composition::fits(std::uint32_t turn, Bytes room) const {
  const Bytes rest = rest_of(turn);
  if (!(room < rest)) return rest;
  const bool saves = clock_.slots_for(rest - room, false) < clock_.slots_for(rest, false);
  return saves ? room : Bytes{0};
}

std::uint32_t Composition::best_to_share(std::uint32_t turn, Bytes room) {
  const SlotPorts::Wish set = last_wish(turn);
  std::uint32_t best = SlotPorts::kNobody;
  std::uint32_t at = 0;
  ports_.for_each_port(set.pattern, turns_[turn].channel, [&](std::uint32_t port) {
    for (const std::uint32_t other : ports_.waiting(port)) {
      if (is_placeholder(other) || next_wish(other).setting != set.setting) continue;
      if (fits(other, room).count() == 0) continue;
      const bool first =
          best == SlotPorts::kNobody || precedes({other, port, turns_[other].way.count()},
                                                 {best, port, turns_[best].way.count()});
      if (!first) continue;
      best = other;
      at = port;
    }
  });
  if (best == SlotPorts::kNobody) return best;
  std::vector<std::uint32_t>& waiting = ports_.waiting(at);
  *std::find(waiting.begin(), waiting.end(), best) = waiting.back();
  waiting.pop_back();
  return best;
}

// Others that wait with the setting of a transfer go behind it in its last slot.
void Composition::fill_room(std::uint32_t turn, std::int64_t slot) {
  Turn& t = turns_[turn];
  if (t.end != slot + 1 || t.arrival == kNotPlaced || t.used.count() == 0) return;
  if (ports_.user(pattern_of(turn), t.channel) != turn) return;  // cut, and placed behind another
  const bool held = t.held || t.start < slot;
  // A guard that reaches into the last slot leaves less room than bytes say.
  if (!t.held && t.start < slot && base::times(clock_.slot, slot - t.start) < clock_.guard) return;
  for (;;) {
    const Bytes room = clock_.capacity(1, held) - t.used;
    if (room.count() <= 0) return;
    const std::uint32_t other = best_to_share(turn, room);
    if (other == SlotPorts::kNobody) return;
    share(other, slot, t.used, fits(other, room), held, t.channel);
    t.used = turns_[other].used;
    t.shared = true;
  }
}

void Composition::share(std::uint32_t turn, std::int64_t slot, Bytes lead, Bytes bytes, bool held,
                        int channel) {
  Turn& t = turns_[turn];
  const bool all = bytes == rest_of(turn);
  t.start = slot;
  t.end = slot + 1;
  t.channel = static_cast<std::int16_t>(channel);
  t.held = held;
  t.used = lead + bytes;
  add_placed(turn, bytes, lead);
  t.latest = std::max(t.latest, clock_.arrival(slot, held, lead, bytes).count());
  if (all) {
    note_placed(turn, Picoseconds{t.latest});
    if (t.part == ports_.parts(pattern_of(turn))) return;
  } else {
    t.from += bytes;
  }
  slots_.push({slot + 1, SlotEvent::Kind::begins, turn, 0});
}

}  // namespace jacquard::stack
