// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/channel.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::memory {
namespace {

// Of the bus that DDR5 has for all commands.
constexpr Clock kTwoClocks = 2;

constexpr std::size_t kRead = 0, kWrite = 1;

// A burst was overtaken for long when so many times the queue came after it: several times as many
// as wait at any time, so that this ends starvation and hardly changes what random traffic reaches.
constexpr std::uint64_t kPatience = 6;
constexpr std::uint64_t kPatienceToTurn = 4;  // times as long: a turn costs more than a row
constexpr std::uint64_t kLookEvery = 64;      // bursts

constexpr base::Word rotated(base::Word word, unsigned by) {
  return by == 0 ? word : word >> by | word << (base::kWordBits - by);
}

constexpr std::size_t lane(Direction direction) { return static_cast<std::size_t>(direction); }

}  // namespace

Channel::Channel(const MemoryConfig& config)
    : config_(config),
      one_bus_(config.organisation.standard == Standard::ddr5),
      in_order_(config.controller.scheduling == Scheduling::fcfs),
      patience_(kPatience * static_cast<std::uint64_t>(config.controller.queue)),
      queues_(config.controller, config.organisation.banks()),
      timing_(config.organisation, config.timing),
      refresh_(config, timing_.clocks().tREFI),
      banks_(base::index(config.organisation.banks())) {
  JQ_CHECK(banks_.size() <= base::kWordBits, "A channel has at most 64 banks.");
}

int Channel::bank_of(const BurstAddress& where) const {
  return where.group * config_.organisation.banks_per_group + where.bank;
}

bool Channel::has_room(const Burst& burst) const {
  return queues_.has_room(bank_of(burst.where), burst.where.row, burst.where.column,
                          burst.direction);
}

void Channel::offer(const Burst& burst, Clock now) {
  JQ_CHECK(now >= now_, "A burst is offered to a channel at no clock that has passed.");
  advance(now);
  account(now);
  punctual_ = 0;
  const int bank = bank_of(burst.where);
  if (burst.direction == Direction::read &&
      queues_.write_waits(bank, burst.where.row, burst.where.column)) {
    finished_.push_back({burst.tag, now + 1});
    return;
  }
  queues_.add(bank, burst.where.row, burst.where.column, burst.direction, burst.tag);
  queues_.move_to_bank(now);
  if (queues_.offered() % kLookEvery == 0) look_for_late();
  chosen_ = false;
}

Clock Channel::next() {
  if (idle()) return kNever;
  choose();
  return std::min({column_.at, row_.at, wake_});
}

void Channel::advance(Clock until) {
  while (true) {
    if (punctual_ >= 2 * refresh_.period()) skip_idle_refreshes(until);
    choose();
    const Clock clock = std::min({column_.at, row_.at, wake_});
    if (clock > until) break;
    account(clock);
    now_ = clock;
    chosen_ = false;
    if (clock == wake_) {
      wake(clock);
      continue;
    }
    const bool column = column_.at == clock;
    const bool row = row_.at == clock;
    if (column) issue_column(clock);
    // The choice of the row command did not know of the column command.
    if (row && !(column && column_.bank == row_.bank)) issue_row(clock);
  }
  now_ = std::max(now_, until);
}

// Refreshes of an idle channel repeat. Once two periods were issued when they were due, so are all
// that follow. The last two are issued one by one: they leave every bank's clocks as they would be.
void Channel::skip_idle_refreshes(Clock until) {
  punctual_ = 0;
  if (observer_ || !idle() || open_ != 0 || blocked_ != 0) return;
  const std::int64_t periods = refresh_.periods_until(until) - 2;
  if (periods <= 0) return;
  refresh_.skip(periods);
  commands_.refreshes += periods * refresh_.period();
  chosen_ = false;
}

// What happens without a command.
void Channel::wake(Clock clock) {
  queues_.move_to_bank(clock);
  if (blocked_ != 0 || refresh_.due() > clock) return;
  refresh_.aim(queues_.occupied());
  blocked_ = refresh_.banks();
}

// ---- What a bank needs next

void Channel::look_at_changed() {
  for (base::Word rest = queues_.take_changed(); rest != 0; rest &= rest - 1) {
    look_at(base::lowest_bit(rest));
  }
}

void Channel::look_for_late() {
  const auto overtaken = [this](Direction direction, std::uint64_t by) {
    return queues_.offered() - queues_.oldest_waiting(direction) > by;
  };
  if (overtaken(Direction::write, patience_)) queues_.drain_all();
  if (overtaken(Direction::read, kPatienceToTurn * patience_)) queues_.reads_first();
  for (base::Word rest = queues_.occupied() & ~late_; rest != 0; rest &= rest - 1) {
    const int bank = base::lowest_bit(rest);
    if (queues_.offered() - base::at(banks_, bank).oldest > patience_) look_at(bank);
  }
}

void Channel::look_at(int index) {
  Bank& bank = base::at(banks_, index);
  const base::Word bit = bit_of(index);
  late_ &= ~bit;
  for (auto& hits : hits_) hits &= ~bit;
  to_activate_ &= ~bit;
  to_precharge_ &= ~bit;
  const int first = queues_.first(index);
  const bool open = (open_ & bit) != 0;
  if (first == BurstQueues::kNone) {
    bank.oldest = ~std::uint64_t{0};
    if (open && config_.controller.page == PagePolicy::closed) to_precharge_ |= bit;
    return;
  }
  bank.oldest = queues_.entry(first).age;
  if (queues_.offered() - bank.oldest > patience_) late_ |= bit;
  if (!open) {
    to_activate_ |= bit;
    return;
  }
  const bool conflict = queues_.entry(first).row != bank.row;
  if (conflict && (late_ & bit) != 0) {
    to_precharge_ |= bit;
    return;
  }
  const base::Word wanted = (queues_.has(index, Direction::read) ? 1U : 0U) |
                            (queues_.has(index, Direction::write) ? 2U : 0U);
  base::Word found = 0;
  for (int i = first; i != BurstQueues::kNone && found != wanted; i = queues_.entry(i).after) {
    const BurstQueues::Entry& entry = queues_.entry(i);
    const std::size_t kind = lane(entry.direction);
    if (entry.row == bank.row && (found >> kind & 1U) == 0) {
      found |= base::Word{1} << kind;
      hits_[kind] |= bit;
      bank.hit[kind] = i;
    }
    if (in_order_) break;
  }
  if (conflict && (found == 0 || bank.served >= config_.controller.hit_limit)) to_precharge_ |= bit;
}

// ---- Which command comes next

// The best of these banks, whose commands come at `earliest` or at(bank). In order, of the same
// clock the one with the oldest burst. Else round robin, after the last bank that had a command,
// but a bank whose burst was overtaken for long goes before.
template <class At>
void Channel::search(Choice& best, CommandKind kind, base::Word banks, Clock earliest,
                     At&& at) const {
  if (in_order_) {
    for (base::Word rest = banks; rest != 0; rest &= rest - 1) {
      const int bank = base::lowest_bit(rest);
      consider(best, {std::max(earliest, at(bank)), base::at(banks_, bank).oldest, kind, bank});
    }
    return;
  }
  const auto first = static_cast<unsigned>(last_bank_ + 1) % base::kWordBits;
  Choice found;
  for (const bool late : {true, false}) {
    const base::Word part = late ? banks & late_ : banks & ~late_;
    for (base::Word rest = rotated(part, first); rest != 0; rest &= rest - 1) {
      const int turn = base::lowest_bit(rest);
      const int bank = static_cast<int>((static_cast<unsigned>(turn) + first) % base::kWordBits);
      const Clock clock = std::max(earliest, at(bank));
      if (clock >= found.at) continue;
      found = {clock, static_cast<std::uint64_t>(late ? turn : turn + base::kWordBits), kind, bank};
      if (clock == earliest) break;
    }
    if (found.at == earliest) break;
  }
  consider(best, found);
}

void Channel::choose() {
  if (chosen_) return;
  chosen_ = true;
  look_at_changed();
  wake_ = std::max(now_, std::min(queues_.next_move(), blocked_ == 0 ? refresh_.due() : kNever));
  column_ = row_ = Choice{};
  choose_row();
  choose_column();
  if (one_bus_) share_bus();
}

// An activation late by a clock is late by a clock in every window of tFAW after it, a burst only
// where the data bus is full: there an activation is rare. So it goes first.
void Channel::share_bus() {
  if (row_.kind == CommandKind::activate && row_.at - kTwoClocks < column_.at) {
    column_.at = kNever;
  } else if (column_.at <= row_.at) {
    row_.at = kNever;
  }
}

// A refresh that is due closes its banks. A row that was opened and not used serves a burst first:
// its activation is paid. Not so in order, where the refresh may hold off the burst before it.
base::Word Channel::closing() const { return in_order_ ? blocked_ : blocked_ & ~unused_; }

void Channel::choose_row() {
  const Clock bus = std::max(now_, row_bus_);
  search(row_, CommandKind::activate, to_activate_ & ~blocked_,
         std::max(bus, timing_.activate_at()), [&](int bank) { return timing_.activate_at(bank); });
  Choice precharge;
  search(precharge, CommandKind::precharge, (to_precharge_ & ~blocked_) | (open_ & closing()), bus,
         [&](int bank) { return timing_.precharge_at(bank); });
  if (precharge.at < row_.at) row_ = precharge;
  if (blocked_ == 0 || (open_ & blocked_) != 0) return;
  Clock at = bus;
  for (base::Word rest = blocked_; rest != 0; rest &= rest - 1) {
    at = std::max(at, timing_.refresh_at(base::lowest_bit(rest)));
  }
  if (refresh_.kind() == Refresh::per_bank) at = std::max(at, timing_.next_bank_refresh_at());
  consider(row_, {at, 0, CommandKind::refresh, -1});
}

void Channel::choose_column() {
  base::Word allowed = ~closing();
  if (in_order_) allowed &= bank_of_oldest();
  std::array<base::Word, 2> hits{hits_[kRead] & allowed, hits_[kWrite] & allowed};
  hold_for_late(hits);
  const Clock earliest = std::max({now_, one_bus_ ? row_bus_ : now_, timing_.column_at()});
  search(column_, CommandKind::read, hits[kRead], earliest,
         [&](int bank) { return timing_.column_at(bank, Direction::read); });
  search(column_, CommandKind::write, hits[kWrite], earliest,
         [&](int bank) { return timing_.column_at(bank, Direction::write); });
}

// Bursts of one direction could keep the bus from turning around for ever. So one of the other
// direction that was overtaken for very long holds them.
void Channel::hold_for_late(std::array<base::Word, 2>& hits) const {
  const base::Word late = late_ & (hits[kRead] | hits[kWrite]);
  if (late == 0) return;
  int oldest = base::lowest_bit(late);
  for (base::Word rest = late; rest != 0; rest &= rest - 1) {
    const int bank = base::lowest_bit(rest);
    if (base::at(banks_, bank).oldest < base::at(banks_, oldest).oldest) oldest = bank;
  }
  if (queues_.offered() - base::at(banks_, oldest).oldest <= kPatienceToTurn * patience_) return;
  hits[1 - lane(queues_.entry(queues_.first(oldest)).direction)] = 0;
}

base::Word Channel::bank_of_oldest() const {
  int bank = 0;
  for (base::Word rest = queues_.occupied(); rest != 0; rest &= rest - 1) {
    const int other = base::lowest_bit(rest);
    if (base::at(banks_, other).oldest < base::at(banks_, bank).oldest) bank = other;
  }
  return bit_of(bank);
}

// ---- Commands

void Channel::say(Clock clock, CommandKind kind, int bank, std::int64_t row, int column) {
  if (!observer_) return;
  const int each = config_.organisation.banks_per_group;
  observer_({clock, kind, bank / each, bank % each, row, column});
}

void Channel::issue_column(Clock clock) {
  const Direction direction =
      column_.kind == CommandKind::read ? Direction::read : Direction::write;
  const int index = column_.bank;
  Bank& bank = base::at(banks_, index);
  const int hit = bank.hit[lane(direction)];
  const BurstQueues::Entry& entry = queues_.entry(hit);
  finished_.push_back({entry.tag, timing_.column(index, direction, clock)});
  say(clock, column_.kind, index, entry.row, entry.column);
  bus_.data(timing_.burst(), direction != last_);
  last_ = direction;
  last_bank_ = index;
  if (one_bus_) row_bus_ = clock + kTwoClocks;
  unused_ &= ~bit_of(index);
  ++bank.served;
  ++(direction == Direction::read ? commands_.reads : commands_.writes);
  queues_.remove(hit);
  queues_.move_to_bank(clock);
}

void Channel::issue_row(Clock clock) {
  row_bus_ = clock + (one_bus_ && row_.kind == CommandKind::activate ? kTwoClocks : 1);
  if (row_.kind == CommandKind::refresh) {
    issue_refresh(clock);
    return;
  }
  const int index = row_.bank;
  Bank& bank = base::at(banks_, index);
  if (row_.kind == CommandKind::activate) {
    bank.row = queues_.entry(queues_.first(index)).row;
    bank.served = 0;
    timing_.activate(index, clock);
    open_ |= bit_of(index);
    unused_ |= bit_of(index);
    ++commands_.activates;
  } else {
    timing_.precharge(index, clock);
    open_ &= ~bit_of(index);
    unused_ &= ~bit_of(index);
    ++commands_.precharges;
  }
  say(clock, row_.kind, index, bank.row, 0);
  last_bank_ = index;
  look_at(index);
}

void Channel::issue_refresh(Clock clock) {
  ++commands_.refreshes;
  punctual_ = clock == refresh_.due() ? punctual_ + 1 : 0;
  const bool all = refresh_.kind() == Refresh::all_bank;
  if (observer_) {
    observer_({clock, all ? CommandKind::refresh : CommandKind::refresh_bank, refresh_.group(),
               refresh_.bank(), 0, 0});
  }
  timing_.refresh(blocked_, all, clock);
  blocked_ = 0;
  refresh_.next();
}

// ---- Where the clocks of the bus went

void Channel::account(Clock until) {
  while (bus_.counted() < until) {
    const BusClocks::Span span = state_at(bus_.counted());
    bus_.pass(span, std::min(span.until, until));
  }
}

BusClocks::Span Channel::state_at(Clock clock) const {
  using Use = BusClocks::Use;
  const base::Word occupied = queues_.occupied();
  if (occupied == 0) return {Use::idle, false, kNever};
  if ((occupied & blocked_) != 0) return {Use::refresh, false, kNever};
  BusClocks::Span span{Use::idle, false, kNever};
  const auto until = [&](Clock at) {
    if (at > clock) span.until = std::min(span.until, at);
  };
  const base::Word refreshing = timing_.refreshed_at() > clock ? occupied : 0;
  for (base::Word rest = refreshing; rest != 0; rest &= rest - 1) {
    const Clock end = timing_.refreshed_at(base::lowest_bit(rest));
    if (end > clock) return {Use::refresh, false, end};
  }
  if (((to_activate_ | to_precharge_) & occupied) != 0) span.use = Use::activate;
  for (const Direction direction : {Direction::read, Direction::write}) {
    for (base::Word rest = hits_[lane(direction)]; rest != 0; rest &= rest - 1) {
      const int bank = base::lowest_bit(rest);
      const Clock opened = timing_.opened_at(bank, direction);
      const Clock turned = timing_.turned_at(bank, direction);
      until(opened);
      until(turned);
      if (opened > clock) {
        span.use = Use::activate;
      } else if (turned > clock && direction != last_) {
        span.turning = true;
      }
    }
  }
  return span;
}

Figures Channel::figures(Clock now) {
  advance(now);
  account(now);
  const Organisation& organisation = config_.organisation;
  Figures figures;
  figures.channels = 1;
  figures.peak = organisation.channel_peak();
  figures.elapsed = time_of(now, organisation);
  figures.commands = commands_;
  figures.bursts = organisation.burst() * (commands_.reads + commands_.writes);
  figures.bus = bus_.times(now, organisation);
  figures.energy = energy_of(config_, commands_, figures.bursts, figures.elapsed, 1);
  return figures;
}

}  // namespace jacquard::memory
