// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/channel.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::memory {
namespace {

constexpr std::size_t kRead = 0, kWrite = 1;

constexpr std::size_t lane(Direction direction) { return static_cast<std::size_t>(direction); }

}  // namespace

Channel::Channel(const MemoryConfig& config)
    : config_(config),
      one_bus_(config.organisation.standard == Standard::ddr5),
      in_order_(config.controller.scheduling == Scheduling::fcfs),
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
  advance(now);
  account(now);
  const int bank = bank_of(burst.where);
  if (burst.direction == Direction::read &&
      queues_.write_waits(bank, burst.where.row, burst.where.column)) {
    finished_.push_back({burst.tag, now + 1});
    return;
  }
  queues_.add(bank, burst.where.row, burst.where.column, burst.direction, burst.tag);
  chosen_ = false;
}

Clock Channel::next() {
  if (idle()) return kNever;
  choose();
  return std::min({column_.at, row_.at, wake_});
}

void Channel::advance(Clock until) {
  while (true) {
    choose();
    const Clock clock = std::min({column_.at, row_.at, wake_});
    if (clock > until) break;
    account(clock);
    now_ = clock;
    chosen_ = false;
    if (clock == wake_) {
      refresh_.aim(queues_.occupied());
      blocked_ = refresh_.banks();
      continue;
    }
    const bool column = column_.at == clock;
    const bool row = row_.at == clock;
    if (column) issue_column(clock);
    // The choice of the row command did not know of the column command.
    if (row && !(column && (one_bus_ || column_.bank == row_.bank))) issue_row(clock);
  }
  now_ = std::max(now_, until);
}

// ---- What a bank needs next

void Channel::look_at_changed() {
  for (base::Word rest = queues_.take_changed(); rest != 0; rest &= rest - 1) {
    look_at(base::lowest_bit(rest));
  }
}

void Channel::look_at(int index) {
  Bank& bank = base::at(banks_, index);
  const base::Word bit = bit_of(index);
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
  if (!open) {
    to_activate_ |= bit;
    return;
  }
  base::Word found = 0;
  for (int i = first; i != BurstQueues::kNone && found != 3; i = queues_.entry(i).after) {
    const BurstQueues::Entry& entry = queues_.entry(i);
    const std::size_t kind = lane(entry.direction);
    if (entry.row == bank.row && (found >> kind & 1U) == 0) {
      found |= base::Word{1} << kind;
      hits_[kind] |= bit;
      bank.hit[kind] = i;
      bank.age[kind] = entry.age;
    }
    if (in_order_) break;
  }
  const bool conflict = queues_.entry(first).row != bank.row;
  if (conflict && (found == 0 || bank.served >= config_.controller.hit_limit)) to_precharge_ |= bit;
}

// ---- Which command comes next

void Channel::consider(Choice& best, const Choice& choice) {
  if (choice.at < best.at || (choice.at == best.at && choice.age < best.age)) best = choice;
}

void Channel::choose() {
  if (chosen_) return;
  chosen_ = true;
  look_at_changed();
  wake_ = blocked_ == 0 ? std::max(refresh_.due(), now_) : kNever;
  column_ = row_ = Choice{};
  choose_row();
  choose_column();
}

// A refresh that is due closes its banks. A row that was opened and not used serves a burst first:
// its activation is paid. Not so in order, where the refresh may hold off the burst before it.
base::Word Channel::closing() const { return in_order_ ? blocked_ : blocked_ & ~unused_; }

void Channel::choose_row() {
  const Clock bus = std::max(now_, row_bus_);
  for (base::Word rest = to_activate_ & ~blocked_; rest != 0; rest &= rest - 1) {
    const int bank = base::lowest_bit(rest);
    consider(row_, {std::max(bus, timing_.activate_at(bank)), base::at(banks_, bank).oldest,
                    CommandKind::activate, bank});
  }
  for (base::Word rest = (to_precharge_ & ~blocked_) | (open_ & closing()); rest != 0;
       rest &= rest - 1) {
    const int bank = base::lowest_bit(rest);
    consider(row_, {std::max(bus, timing_.precharge_at(bank)), base::at(banks_, bank).oldest,
                    CommandKind::precharge, bank});
  }
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
  const Clock bus = one_bus_ ? std::max(now_, row_bus_) : now_;
  for (const Direction direction : {Direction::read, Direction::write}) {
    const std::size_t kind = lane(direction);
    for (base::Word rest = hits_[kind] & allowed; rest != 0; rest &= rest - 1) {
      const int bank = base::lowest_bit(rest);
      consider(column_,
               {std::max(bus, timing_.column_at(bank, direction)), base::at(banks_, bank).age[kind],
                direction == Direction::read ? CommandKind::read : CommandKind::write, bank});
    }
  }
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
  if (one_bus_) row_bus_ = clock + 2;
  unused_ &= ~bit_of(index);
  ++bank.served;
  ++(direction == Direction::read ? commands_.reads : commands_.writes);
  queues_.remove(hit);
}

void Channel::issue_row(Clock clock) {
  row_bus_ = clock + (one_bus_ && row_.kind == CommandKind::activate ? 2 : 1);
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
  look_at(index);
}

void Channel::issue_refresh(Clock clock) {
  ++commands_.refreshes;
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
  for (base::Word rest = occupied; rest != 0; rest &= rest - 1) {
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
