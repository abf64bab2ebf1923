// SPDX-License-Identifier: Apache-2.0
// The loosely-timed model of one DRAM channel: each burst gets its place when it comes.
#pragma once

#include <array>
#include <vector>

#include "jacquard/memory/address_map.hpp"
#include "jacquard/memory/booking_rules.hpp"
#include "jacquard/memory/figures.hpp"

namespace jacquard::memory {

// docs/memory.md has the law. A burst goes to the first slot of the data bus that its bank, its
// bank group and the queues allow, also before bursts that came earlier and wait for their bank. A
// write waits for its batch; a batch puts off every read behind it by its length.
class Lane {
 public:
  // Requires a consistent config.
  explicit Lane(const MemoryConfig& config);

  // The end of the burst's data; an estimate for a write that waits for its batch.
  Clock book(const BurstAddress& where, Direction direction, Clock at);
  // When the last one entered the queue.
  Clock entered() const { return entered_; }
  // Writes what waits.
  void flush();

  // Until `now`: all but what the caller knows (bytes asked for, latencies).
  Figures figures(Clock now) const;

 private:
  static constexpr std::size_t kRows = 8;
  // One that was open before the last one.
  struct Row : BookedBank {
    Clock closes = 0;
    Clock refresh = 0;        // the next one then
    std::int64_t bursts = 0;  // of the bank until then
    std::int64_t served = 0;  // of the row
  };
  struct Bank : BookedBank {
    std::array<Row, kRows> rows;  // a ring
    std::size_t newest_row = 0;   // where the next one goes
    std::int64_t bursts = 0;      // without those that joined an earlier row
    std::int64_t served = 0;      // since the row was opened
    Clock last = 0;               // column command
    Clock refresh = 0;            // the next one, by the clock of the run
    int batch = 0;                // the last one during which its row was opened
    Clock phase = 0;              // of its refreshes
    std::size_t oldest = 0;       // of its part of issued_
  };
  struct Write {
    int bank = 0, group = 0;
    std::int64_t row = 0;
    Slot slot = 0;
  };
  static constexpr std::size_t kRead = 0, kWrite = 1;

  Clock place(int bank, int group, std::int64_t row, Direction direction, Clock from);
  Slot join(Bank& bank, int group, std::int64_t row, Direction direction, Clock from);
  void open(Bank& bank, std::int64_t row, Direction direction, Clock from);
  Clock end_of_refresh(Bank& bank, Clock at);
  Clock end_of_all_bank(Clock number);
  void leave_queue(int bank, Slot slot);
  void turn_to(Direction direction, Clock from);
  void catch_up(Clock from);
  void forget();
  void write_batch(Clock from);
  void write_alone(Clock from);
  void cover(Clock at, Clock end);

  MemoryConfig config_;
  BookingRules rules_;
  Clock interval_;  // in which each bank is refreshed once
  int banks_per_group_;
  std::vector<Bank> banks_;
  BookedChannel channel_;

  // The transaction queue: `inside_` of the bursts that were booked leave it at front_ or later.
  Slot front_ = 0;
  int inside_ = 0;
  Slot forgotten_ = 0;
  Clock entered_ = 0;
  std::vector<Slot> issued_;  // the last bursts of each bank, as many as its queue holds

  // The clock of reads is that of the run less pause_: the batches of writes until now.
  Clock pause_ = 0;
  std::vector<Write> waiting_;
  std::vector<Slot> batch_slots_;
  BookedChannel batch_;
  std::vector<BookedBank> batch_banks_;
  std::vector<int> batch_of_;  // the last batch that each bank was part of
  int batches_ = 0;
  Clock batch_length_ = 0, batch_over_ = 0;     // by the clock of reads
  Clock spare_activations_ = 0;                 // that had room in it
  Clock last_batch_ = 0, between_batches_ = 0;  // its end; from one to the next
  // Of bursts outside of batches.
  std::array<Clock, 2> last_{{-1, -1}};  // column command, by kind
  Direction turned_to_ = Direction::read;
  std::array<Clock, 2> allowed_{{0, 0}};  // since the bus turned to that kind

  CommandCounts commands_;
  Clock refreshing_ = 0, turning_ = 0, idle_ = 0;
  Clock covered_ = 0;  // until then something waited, but for idle_
  std::array<Clock, 2> refreshes_{{-1, -1}}, refreshed_{{0, 0}};  // number, end: the last two
};

}  // namespace jacquard::memory
