// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/burst_queues.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/memory/bank_timing.hpp"

namespace jacquard::memory {
namespace {

std::size_t hash_of(int bank, std::int64_t row, int column) {
  const auto key = (static_cast<std::uint64_t>(row) << 20U) ^
                   (static_cast<std::uint64_t>(column) << 7U) ^ static_cast<std::uint64_t>(bank);
  return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> 52U);  // kHashes = 2^12
}

constexpr std::size_t kReads = 0, kWrites = 1;

}  // namespace

BurstQueues::BurstQueues(const ControllerConfig& config, int banks)
    : in_order_(config.scheduling == Scheduling::fcfs),
      capacity_(config.queue),
      bank_capacity_(config.bank_queue),
      write_high_(config.write_high),
      write_low_(config.write_low),
      queues_(base::index(banks)) {
  for (auto& lists : waiting_) lists.resize(base::index(banks));
  for (auto& counts : hashed_) counts.resize(kHashes);
  with_room_ = base::low_mask(banks);
}

bool BurstQueues::in_list(const List& list, Direction direction, std::int64_t row,
                          int column) const {
  for (int i = list.first; i != kNone; i = entry(i).after) {
    const Entry& other = entry(i);
    if (other.row == row && other.column == column && other.direction == direction) return true;
  }
  return false;
}

bool BurstQueues::waits(std::size_t direction, int bank, std::int64_t row, int column) const {
  if (in_order_ || hashed_[direction][hash_of(bank, row, column)] == 0) return false;
  const auto wanted = static_cast<Direction>(direction);
  return in_list(base::at(queues_, bank), wanted, row, column) ||
         in_list(base::at(waiting_[direction], bank), wanted, row, column);
}

bool BurstQueues::has_room(int bank, std::int64_t row, int column, Direction direction) const {
  if (waiting_count_[static_cast<std::size_t>(direction)] >= capacity_) return false;
  return direction == Direction::read || !waits(kReads, bank, row, column);
}

bool BurstQueues::write_waits(int bank, std::int64_t row, int column) const {
  return waits(kWrites, bank, row, column);
}

void BurstQueues::append(List& list, int index) {
  Entry& entry = base::at(entries_, index);
  entry.before = list.last;
  entry.after = kNone;
  if (list.last == kNone) {
    list.first = index;
  } else {
    base::at(entries_, list.last).after = index;
  }
  list.last = index;
  ++base::at(list.sizes, static_cast<int>(entry.direction));
}

void BurstQueues::unlink(List& list, int index) {
  const Entry& entry = base::at(entries_, index);
  (entry.before == kNone ? list.first : base::at(entries_, entry.before).after) = entry.after;
  (entry.after == kNone ? list.last : base::at(entries_, entry.after).before) = entry.before;
  --base::at(list.sizes, static_cast<int>(entry.direction));
}

// As many entries as ever waited at a time, whatever the queues could hold.
int BurstQueues::new_entry() {
  if (free_.empty()) {
    entries_.emplace_back();
    return static_cast<int>(entries_.size()) - 1;
  }
  const int index = free_.back();
  free_.pop_back();
  return index;
}

void BurstQueues::add(int bank, std::int64_t row, int column, Direction direction,
                      std::uint64_t tag) {
  const int index = new_entry();
  Entry& entry = base::at(entries_, index);
  entry.row = row;
  entry.tag = tag;
  entry.age = age_++;
  entry.column = column;
  entry.bank = bank;
  entry.direction = direction;
  const auto kind = static_cast<std::size_t>(direction);
  ++pending_[kind];
  ++waiting_count_[kind];
  if (!in_order_) ++hashed_[kind][hash_of(bank, row, column)];
  append(base::at(waiting_[lane(direction)], bank), index);
  waiting_banks_[lane(direction)] |= bit_of(bank);
  begin_drain();
}

void BurstQueues::remove(int index) {
  const Entry& entry = base::at(entries_, index);
  const auto kind = static_cast<std::size_t>(entry.direction);
  List& queue = base::at(queues_, entry.bank);
  unlink(queue, index);
  --pending_[kind];
  if (!in_order_) --hashed_[kind][hash_of(entry.bank, entry.row, entry.column)];
  with_room_ |= bit_of(entry.bank);
  changed_ |= bit_of(entry.bank);
  if (queue.size() == 0) occupied_ &= ~bit_of(entry.bank);
  free_.push_back(index);
}

std::size_t BurstQueues::moving_lane() const {
  if (in_order_) return 0;
  return reads_first_ == 0 && (draining_ > 0 || pending_[kReads] == 0) ? kWrites : kReads;
}

base::Word BurstQueues::movable() const { return waiting_banks_[moving_lane()] & with_room_; }

void BurstQueues::begin_drain() {
  if (draining_ == 0 && reads_first_ == 0 && waiting_count_[kWrites] >= write_high_) {
    draining_ = waiting_count_[kWrites] - write_low_;
  }
}

std::uint64_t BurstQueues::oldest_waiting(Direction direction) const {
  std::uint64_t oldest = age_;
  if (in_order_) return oldest;
  const auto kind = static_cast<std::size_t>(direction);
  for (base::Word rest = waiting_banks_[kind]; rest != 0; rest &= rest - 1) {
    const List& list = base::at(waiting_[kind], base::lowest_bit(rest));
    oldest = std::min(oldest, entry(list.first).age);
  }
  return oldest;
}

Clock BurstQueues::next_move() const { return movable() == 0 ? BankTiming::kNever : free_at_; }

void BurstQueues::move_to_bank(Clock now) {
  if (free_at_ > now) return;
  const std::size_t from = moving_lane();
  const base::Word banks = movable();
  if (banks == 0) return;
  const auto age_of = [&](int bank) { return entry(base::at(waiting_[from], bank).first).age; };
  int bank = base::lowest_bit(banks);
  for (base::Word rest = banks & (banks - 1); rest != 0; rest &= rest - 1) {
    if (age_of(base::lowest_bit(rest)) < age_of(bank)) bank = base::lowest_bit(rest);
  }
  List& source = base::at(waiting_[from], bank);
  List& queue = base::at(queues_, bank);
  const int index = source.first;
  const auto kind = static_cast<std::size_t>(entry(index).direction);
  unlink(source, index);
  if (source.size() == 0) waiting_banks_[from] &= ~bit_of(bank);
  append(queue, index);
  if (queue.size() == bank_capacity_) with_room_ &= ~bit_of(bank);
  occupied_ |= bit_of(bank);
  changed_ |= bit_of(bank);
  --waiting_count_[kind];
  if (kind == kWrites && draining_ > 0) --draining_;
  if (kind == kReads && reads_first_ > 0) --reads_first_;
  begin_drain();
  free_at_ = now + 1;
}

base::Word BurstQueues::take_changed() {
  const base::Word changed = changed_;
  changed_ = 0;
  return changed;
}

}  // namespace jacquard::memory
