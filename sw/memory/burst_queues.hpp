// SPDX-License-Identifier: Apache-2.0
// The bursts that wait in a controller: two transaction queues that feed a queue for each bank.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jacquard/base/bitset.hpp"
#include "jacquard/memory/access.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::memory {

// Banks in a word: a channel has at most 64.
constexpr base::Word bit_of(int bank) { return base::Word{1} << static_cast<unsigned>(bank); }

// One burst a clock moves to the queue of its bank: the oldest whose bank has room. Reads do, until
// `write_high` writes wait; then those writes in their place, but for `write_low`. Writes move too
// while there is no read, and after drain_all(). So a bank's queue holds the rest of one direction
// when the other begins. In order (FCFS) both move as they came.
class BurstQueues {
 public:
  struct Entry {
    std::int64_t row = 0;
    std::uint64_t tag = 0;
    std::uint64_t age = 0;  // a smaller one came first
    int column = 0;
    int bank = 0;
    Direction direction = Direction::read;
    int before = kNone, after = kNone;  // in its list
  };
  static constexpr int kNone = -1;

  BurstQueues(const ControllerConfig& config, int banks);

  // False where the queue is full, and for a write of a burst that a read waits for.
  bool has_room(int bank, std::int64_t row, int column, Direction direction) const;
  // A write of this burst waits (only where reads may overtake writes).
  bool write_waits(int bank, std::int64_t row, int column) const;
  // Requires room.
  void add(int bank, std::int64_t row, int column, Direction direction, std::uint64_t tag);
  // A burst of its bank's queue.
  void remove(int index);
  // The clock of the next move to a bank, which may have passed; kNever without one.
  Clock next_move() const;
  void move_to_bank(Clock now);  // if it is time

  const Entry& entry(int index) const { return entries_[static_cast<std::size_t>(index)]; }
  // The oldest burst in the bank's queue, or kNone; the next ones are entry().after.
  int first(int bank) const { return queues_[static_cast<std::size_t>(bank)].first; }

  // The age of the oldest of a direction that has not moved to a bank; offered() if there is none.
  std::uint64_t oldest_waiting(Direction direction) const;
  // All writes that wait go before the reads: too many of those overtook one.
  void drain_all() { draining_ = waiting_count_[static_cast<std::size_t>(Direction::write)]; }
  // The reads that wait now move before any further write.
  void reads_first() { reads_first_ = waiting_count_[static_cast<std::size_t>(Direction::read)]; }

  std::uint64_t offered() const { return age_; }  // bursts, which is the age of the next
  // In the bank's queue there is a burst of this direction.
  bool has(int bank, Direction direction) const {
    return queues_[static_cast<std::size_t>(bank)].sizes[static_cast<std::size_t>(direction)] > 0;
  }

  int pending() const { return pending_[0] + pending_[1]; }
  base::Word occupied() const { return occupied_; }  // a bit for each bank with a queue
  // A bit for each bank whose queue changed since the last call.
  base::Word take_changed();

 private:
  struct List {
    int first = kNone, last = kNone;
    std::array<int, 2> sizes{};  // by direction
    int size() const { return sizes[0] + sizes[1]; }
  };

  std::size_t lane(Direction direction) const {
    return in_order_ ? 0 : static_cast<std::size_t>(direction);
  }
  int new_entry();
  std::size_t moving_lane() const;
  base::Word movable() const;
  void begin_drain();
  void append(List& list, int index);
  void unlink(List& list, int index);
  bool waits(std::size_t direction, int bank, std::int64_t row, int column) const;
  bool in_list(const List& list, Direction direction, std::int64_t row, int column) const;

  bool in_order_;
  int capacity_, bank_capacity_, write_high_, write_low_;
  std::vector<Entry> entries_;
  std::vector<int> free_;
  std::vector<List> queues_;                  // of banks
  std::array<std::vector<List>, 2> waiting_;  // by lane, of banks
  std::array<base::Word, 2> waiting_banks_{};
  base::Word occupied_ = 0, with_room_ = 0, changed_ = 0;
  std::array<int, 2> waiting_count_{};  // by direction, not yet in a bank's queue
  std::array<int, 2> pending_{};        // by direction, in all
  int draining_ = 0;                    // writes that go before reads
  int reads_first_ = 0;                 // reads that go before writes
  Clock free_at_ = 0;                   // of the one move a clock
  std::uint64_t age_ = 0;
  // How many bursts of a direction wait whose address has this hash: 0 spares a search.
  static constexpr std::size_t kHashes = 4096;
  std::array<std::vector<std::uint32_t>, 2> hashed_;
};

}  // namespace jacquard::memory
