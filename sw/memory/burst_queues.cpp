// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/burst_queues.hpp"

#include "jacquard/base/at.hpp"

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
  const std::size_t all =
      2 * base::index(capacity_) + base::index(banks) * base::index(bank_capacity_);
  entries_.resize(all);
  free_.reserve(all);
  for (std::size_t i = all; i > 0; --i) free_.push_back(static_cast<int>(i - 1));
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
  ++list.size;
}

void BurstQueues::unlink(List& list, int index) {
  const Entry& entry = base::at(entries_, index);
  (entry.before == kNone ? list.first : base::at(entries_, entry.before).after) = entry.after;
  (entry.after == kNone ? list.last : base::at(entries_, entry.after).before) = entry.before;
  --list.size;
}

void BurstQueues::add(int bank, std::int64_t row, int column, Direction direction,
                      std::uint64_t tag) {
  const int index = free_.back();
  free_.pop_back();
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
  move_to_banks();
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
  if (queue.size == 0) occupied_ &= ~bit_of(entry.bank);
  free_.push_back(index);
  move_to_banks();
}

std::size_t BurstQueues::moving_lane() const {
  if (in_order_) return 0;
  return draining_ || pending_[kReads] == 0 ? kWrites : kReads;
}

void BurstQueues::move_to_banks() {
  while (true) {
    if (waiting_count_[kWrites] >= write_high_) draining_ = true;
    if (waiting_count_[kWrites] <= write_low_) draining_ = false;
    const std::size_t from = moving_lane();
    const base::Word movable = waiting_banks_[from] & with_room_;
    if (movable == 0) return;
    int bank = base::lowest_bit(movable);
    for (base::Word rest = movable & (movable - 1); rest != 0; rest &= rest - 1) {
      const int other = base::lowest_bit(rest);
      if (entry(base::at(waiting_[from], other).first).age <
          entry(base::at(waiting_[from], bank).first).age) {
        bank = other;
      }
    }
    List& source = base::at(waiting_[from], bank);
    List& queue = base::at(queues_, bank);
    const int index = source.first;
    unlink(source, index);
    if (source.size == 0) waiting_banks_[from] &= ~bit_of(bank);
    append(queue, index);
    if (queue.size == bank_capacity_) with_room_ &= ~bit_of(bank);
    --waiting_count_[static_cast<std::size_t>(entry(index).direction)];
    occupied_ |= bit_of(bank);
    changed_ |= bit_of(bank);
  }
}

base::Word BurstQueues::take_changed() {
  const base::Word changed = changed_;
  changed_ = 0;
  return changed;
}

}  // namespace jacquard::memory
