// SPDX-License-Identifier: Apache-2.0
// The controller of one DRAM channel at command level, in command clocks: what it says, and when.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "jacquard/memory/address_map.hpp"
#include "jacquard/memory/bank_timing.hpp"
#include "jacquard/memory/burst_queues.hpp"
#include "jacquard/memory/bus_clocks.hpp"
#include "jacquard/memory/command.hpp"
#include "jacquard/memory/figures.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "jacquard/memory/refresh_plan.hpp"

namespace jacquard::memory {

struct Burst {
  BurstAddress where;  // its channel is not looked at
  Direction direction = Direction::read;
  std::uint64_t tag = 0;  // the caller's
};

struct Finished {
  std::uint64_t tag = 0;
  Clock end = 0;  // of its data on the bus
};

// Between two commands nothing is computed: a caller goes from next() to next(). Every command is
// issued at the first clock at which all constraints of TimingOf allow it.
//
// FR-FCFS: in a bank row hits go first, the oldest first; among banks it is round robin, as in
// DRAMsim3, but for a bank whose burst was overtaken for long. FCFS: bursts move in the order of
// their offers; banks open their rows ahead.
class Channel {
 public:
  using Observer = std::function<void(const Command&)>;

  // Requires a consistent config of at most 64 banks.
  explicit Channel(const MemoryConfig& config);

  // Hears every command, in order. One at most.
  void observe(Observer observer) { observer_ = std::move(observer); }

  // False where a queue is full, and for a write of a burst that a read waits for.
  bool has_room(const Burst& burst) const;
  // Requires room, and now not before the clock that was advanced to. A read of a burst that a
  // write waits for takes the data of that write: it is finished in the next clock, no command.
  void offer(const Burst& burst, Clock now);

  // The first clock at which advance() issues a command; kNever while no burst waits. Refreshes of
  // an idle channel are issued by the next advance(), so they keep no simulation alive.
  static constexpr Clock kNever = BankTiming::kNever;
  Clock next();
  // Issues every command up to and at `until`.
  void advance(Clock until);

  // Bursts that were given an end since clear_finished().
  const std::vector<Finished>& finished() const { return finished_; }
  void clear_finished() { finished_.clear(); }
  // Bursts that wait for their command.
  int pending() const { return queues_.pending(); }

  // Until `now`, which it advances to: all but what the caller knows (bytes asked for, latencies).
  // On the bus a burst counts at its column command, not a tCL or tCWL later.
  Figures figures(Clock now);

 private:
  struct Choice {
    Clock at = kNever;
    std::uint64_t rank = 0;  // the lowest of a clock goes first
    CommandKind kind = CommandKind::refresh;
    int bank = -1;
  };
  struct Bank {
    std::int64_t row = 0;                      // that is or was open
    int served = 0;                            // bursts since its activation
    std::array<int, 2> hit{};                  // the oldest burst of the row, by direction
    std::uint64_t oldest = ~std::uint64_t{0};  // age of its oldest burst
  };

  int bank_of(const BurstAddress& where) const;
  bool idle() const { return queues_.pending() == 0; }
  void look_at_changed();
  void look_at(int index);
  void look_for_late();
  static void consider(Choice& best, const Choice& choice) {
    if (choice.at < best.at || (choice.at == best.at && choice.rank < best.rank)) best = choice;
  }
  void choose();
  void share_bus();
  template <class At>
  void search(Choice& best, CommandKind kind, base::Word banks, Clock earliest, At&& at) const;
  void choose_row();
  void choose_column();
  void wake(Clock clock);
  void skip_idle_refreshes(Clock until);
  base::Word closing() const;
  base::Word bank_of_oldest() const;
  void hold_for_late(std::array<base::Word, 2>& hits) const;
  void say(Clock clock, CommandKind kind, int bank, std::int64_t row, int column);
  void issue_column(Clock clock);
  void issue_row(Clock clock);
  void issue_refresh(Clock clock);
  void account(Clock until);
  BusClocks::Span state_at(Clock clock) const;

  MemoryConfig config_;
  bool one_bus_;  // for row and column commands
  bool in_order_;
  std::uint64_t patience_;
  BurstQueues queues_;
  BankTiming timing_;
  RefreshPlan refresh_;
  BusClocks bus_;
  CommandCounts commands_;
  Observer observer_;
  std::vector<Finished> finished_;

  Clock now_ = 0;
  std::int64_t punctual_ = 0;  // refreshes at the clock they were due, since a burst waited
  Clock row_bus_ = 0;  // it is free from then on; of all commands where they share one
  Direction last_ = Direction::read;
  int last_bank_ = -1;
  // What comes next, if chosen_: a column command, a row command, a burst moves or a refresh is
  // due.
  bool chosen_ = false;
  Choice column_, row_;
  Clock wake_ = 0;

  std::vector<Bank> banks_;
  base::Word open_ = 0;
  base::Word unused_ = 0;             // open, and no burst was served since
  std::array<base::Word, 2> hits_{};  // the open row has a burst to read, to write
  base::Word late_ = 0;               // its oldest burst was overtaken for long
  base::Word to_activate_ = 0;
  base::Word to_precharge_ = 0;
  base::Word blocked_ = 0;  // by a refresh that is due
};

}  // namespace jacquard::memory
