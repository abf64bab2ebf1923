// SPDX-License-Identifier: Apache-2.0
// What the board does when a slot begins.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/stack/replay_board.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::ConfigError;
using base::Picoseconds;
using stack::Placed;
using stack::Routes;
using stack::Sync;

Picoseconds guard_of(const stack::SlotClock& clock, const Placed& placed, int repetition) {
  const bool held = clock.sync == Sync::on_dependency && (placed.held || repetition > 0);
  return held ? Picoseconds{0} : clock.guard;
}

}  // namespace

// Those of a part of the pattern, with their circuits.
const std::vector<ReplayBoard::Sender>& ReplayBoard::senders_of(const Placed& placed) {
  const std::int64_t key = std::int64_t{placed.round} * (std::int64_t{1} << 16) + placed.part;
  const auto [at, is_new] = senders_.try_emplace(key);
  if (!is_new) return at->second;
  const int pattern = base::at(stack_.plan.pattern_of_round, placed.round);
  for (const int rank : model_.senders(placed.round)) {
    const int link = routes_.link(pattern, placed.part, rank);
    if (link == Routes::kNotInPart) continue;
    const int to = model_.receiver(placed.round, rank);
    at->second.push_back({rank, to, {stack_.port(rank), stack_.port(to), link}});
  }
  return at->second;
}

bool ReplayBoard::is_left_out(int placed, int rank) const {
  if (!restricted_.empty() && base::at(restricted_, placed).count(rank) == 0) return true;
  const auto skipped = skipped_.find(placed);
  return skipped != skipped_.end() && skipped->second.count(rank) > 0;
}

MessageName ReplayBoard::name_of(const Placed& placed, int repetition) const {
  return {placed.call, placed.round, placed.first_repetition + repetition};
}

// Where the slot is apart from others, a message goes on in each; else in one go, whatever its
// slots. The last of them takes all that is left, so that a circuit that is too short is found.
ReplayBoard::Stretch ReplayBoard::stretch(const Placed& placed, const SlotCalendar::Piece& piece,
                                          Bytes message) const {
  const stack::SlotClock& clock = stack_.clock;
  const std::int64_t first = placed.from.count();
  const std::int64_t whole = std::min(first + placed.bytes.count(), message.count()) - first;
  if (whole < 0 || (whole == 0 && message.count() > 0)) return {};
  const std::int64_t lead = piece.repetition == 0 ? placed.lead.count() : 0;
  std::int64_t from = lead, to = lead + whole, slot_begins = 0;
  if (clock.sync == Sync::per_slot) {
    const std::int64_t one = clock.capacity(1, false).count();
    slot_begins = piece.in_slots * one;
    from = std::max(from, slot_begins);
    if (piece.in_slots + 1 < placed.slots) to = std::min(to, slot_begins + one);
    if (from > to || (from == to && whole > 0)) return {};
  }
  const Picoseconds begin = guard_of(clock, placed, piece.repetition);
  return {Bytes{first + from - lead}, Bytes{to - from},
          begin + base::transfer_time(Bytes{from - slot_begins}, clock.rate),
          begin + base::transfer_time(Bytes{to - slot_begins}, clock.rate), true};
}

// How many messages should begin in the slot and cannot.
int ReplayBoard::late_senders(bool record) {
  int late = 0;
  for (const SlotCalendar::Piece& piece : calendar_->at_next().pieces) {
    if (piece.in_slots > 0) continue;
    const Placed& placed = calendar_->placed(piece.placed);
    const MessageName name = name_of(placed, piece.repetition);
    for (const Sender& sender : senders_of(placed)) {
      if (!restricted_.empty() && is_left_out(piece.placed, sender.rank)) continue;
      const Bytes whole = model_.bytes_from(placed.round, sender.rank);
      if (placed.from > Bytes{0} && placed.from >= whole) continue;  // its message is shorter
      const auto readiness = base::at(programs_, sender.rank).readiness(name, placed.from);
      if (readiness == Readiness::ready) continue;
      const std::int64_t slot = *calendar_->next();
      if (readiness == Readiness::sent) {
        throw ConfigError({"stack", "", "messages that are sent once",
                           fmt::format("call {}, round {}, repetition {} from rank {}, again in "
                                       "slot {}",
                                       name.call, name.round, name.repetition, sender.rank, slot),
                           "jacquard genstack check says more"});
      }
      ++late;
      if (options_.policy == LatePolicy::skip && !behind_) {
        skipped_[piece.placed].insert(sender.rank);
      }
      if (!record || behind_) continue;
      ++out_.late_messages;
      if (out_.late.size() == kMostLateMessages) continue;
      waited_for_.push_back(out_.late.size());
      out_.late.push_back({slot, name.call, name.round, name.repetition, sender.rank, sender.to,
                           slot_time_, Picoseconds{0}});
    }
  }
  return late;
}

bool ReplayBoard::run_slot() {
  const SlotCalendar::Slot& slot = calendar_->at_next();
  const bool skips = options_.policy == LatePolicy::skip && !behind_;
  for (const SlotCalendar::Piece& piece : slot.pieces) {
    if (piece.in_slots == 0) skipped_.erase(piece.placed);
  }
  const int missing = late_exchanges(!waiting_);
  const int late = late_senders(!waiting_);
  if (missing > 0 || (late > 0 && !skips)) {
    waiting_ = true;
    return false;
  }
  for (const int number : slot.ends) {
    const Placed& placed = calendar_->placed(number);
    StackSwitches& channel = *base::at(channels_, placed.channel);
    for (const Sender& sender : senders_of(placed)) channel.disconnect(sender.circuit, now());
    skipped_.erase(number);
  }
  for (const int number : slot.begins) {
    const Placed& placed = calendar_->placed(number);
    StackSwitches& channel = *base::at(channels_, placed.channel);
    const Picoseconds guard = guard_of(stack_.clock, placed, 0);
    for (const Sender& sender : senders_of(placed)) channel.connect(sender.circuit, now(), guard);
  }
  for (const int number : slot.reserved_begins) begin_exchange(number);
  run_exchanges(slot.reserved);
  for (const SlotCalendar::Piece& piece : slot.pieces) {
    const Placed& placed = calendar_->placed(piece.placed);
    for (const Sender& sender : senders_of(placed)) {
      if (!is_left_out(piece.placed, sender.rank)) send(placed, piece, sender);
    }
    const auto skipped = skipped_.find(piece.placed);
    if (piece.in_slots > 0 || skipped == skipped_.end()) continue;
    Missed missed{*calendar_->next(), placed, skipped->second};
    missed.placed.first_repetition += piece.repetition;
    missed.placed.repetitions = 1;
    missed.placed.held = false;
    if (piece.repetition > 0) missed.placed.lead = Bytes{0};
    missed_.push_back(std::move(missed));
    waited_for_.clear();
  }
  return true;
}

void ReplayBoard::send(const Placed& placed, const SlotCalendar::Piece& piece,
                       const Sender& sender) {
  const Bytes whole = model_.bytes_from(placed.round, sender.rank);
  const Stretch part = stretch(placed, piece, whole);
  if (!part.any) return;
  const MessageName name = name_of(placed, piece.repetition);
  base::at(programs_, sender.rank).sends(name, part.count);
  if (options_.keep) {
    const stack::Template& form = stack_.plan.template_of(base::at(stack_.plan.calls, name.call));
    out_.trace.activities.push_back(
        {fmt::format("npu {}", sender.rank),
         fmt::format("sends to {} ({})", sender.to, base::at(stack_.plan.labels, form.label)),
         now() + part.head, now() + part.tail});
  }
  launch({placed.channel,
          sender.circuit,
          {part.first.count(), part.count.count()},
          now() + part.head,
          now() + part.tail},
         {name, sender.to});
}

void ReplayBoard::launch(const Hop& hop, const Message& message) {
  Picoseconds& busy = base::at(port_busy_, hop.channel * stack_.sizes.ports + hop.circuit.from);
  // Each end is rounded to a picosecond, so neighbours may seem to overlap by one.
  const Picoseconds head = busy == hop.head + Picoseconds{1} ? std::min(busy, hop.tail) : hop.head;
  if (head < busy) {
    throw ConfigError({"stack", "", "messages of a port one after the other",
                       fmt::format("port {} still sends when slot {} begins", hop.circuit.from,
                                   *calendar_->next()),
                       "jacquard genstack check says more"});
  }
  busy = std::max(busy, hop.tail);
  Transfer transfer;
  transfer.source = hop.circuit.from;
  transfer.destination = hop.circuit.to;
  transfer.bytes = hop.bytes;
  transfer.head = head;
  transfer.tail = hop.tail;
  if (free_.empty()) {
    free_.push_back(static_cast<std::int64_t>(flying_.size()));
    flying_.emplace_back();
  }
  transfer.message = free_.back();
  free_.pop_back();
  base::at(flying_, transfer.message) = message;
  base::at(channels_, hop.channel)->send(hop.circuit.from, transfer);
}

}  // namespace jacquard::systemc
