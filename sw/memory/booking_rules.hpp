// SPDX-License-Identifier: Apache-2.0
// What the loosely-timed model keeps of a channel's timing constraints.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/memory/access.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "jacquard/memory/slot_ring.hpp"

namespace jacquard::memory {

// The last row of a bank.
struct BookedBank {
  std::int64_t row = -1;                // open; -1: closed
  Clock activate = 0;                   // the next activation, by tRC
  Clock precharge = 0;                  // the row may close from then on
  std::array<Clock, 2> column{{0, 0}};  // the row may be read, written
};

// Where the bursts of a channel may still go.
struct BookedChannel {
  explicit BookedChannel(int groups);

  static constexpr int kData = 0, kLeaves = 1, kGroups = 2;
  SlotRing bus;             // rows: data, bursts that leave their queue, bank groups
  SlotRing activations;     // bins that hold one each
  std::vector<Clock> rest;  // of tCCD_L, what whole slots have left out, by group
};

class BookingRules {
 public:
  explicit BookingRules(const MemoryConfig& config);

  // A slot of the data bus is a burst. Of the first slot that a command at `clock` or later fills.
  Slot slot_of(Clock clock, Direction direction) const {
    return (clock + latency(direction) + burst - 1) >> burst_bits_;
  }
  // Of the command of a slot.
  Clock command_of(Slot slot, Direction direction) const {
    return (slot << burst_bits_) - latency(direction);
  }

  // When a bank can open another row, by its own state.
  Clock activate_from(const BookedBank& bank, Clock from) const {
    const Clock closed = bank.row < 0 ? from : std::max(from, bank.precharge) + t.tRP;
    return std::max(closed, bank.activate);
  }
  Slot bin_of(Clock clock) const {
    return static_cast<Slot>(static_cast<double>(clock) * bins_per_clock_);
  }
  // Books an activation: at most four in tFAW, one in tRRD_S.
  Clock activation(BookedChannel& channel, Clock from) const;
  void open(BookedBank& bank, std::int64_t row, Clock activation) const;
  // The first slot for a burst of the open row; books that slot.
  Slot first_column(BookedChannel& channel, const BookedBank& bank, int group, Direction direction,
                    Clock from) const;
  void take_column(BookedChannel& channel, BookedBank& bank, int group, Direction direction,
                   Slot slot) const;
  // The row may close so long after a command.
  Clock closes_after(Clock command, Direction direction) const;

  // Command to first data; activation to command.
  Clock latency(Direction direction) const { return latency_[static_cast<std::size_t>(direction)]; }
  Clock opening(Direction direction) const { return opening_[static_cast<std::size_t>(direction)]; }

  ClockTiming t;
  Clock burst;
  int groups;

 private:
  int burst_bits_ = 0;
  std::array<Clock, 2> latency_, opening_;
  std::array<Slot, 2> group_slots_;  // whole slots of tCCD_L
  std::array<Clock, 2> group_rest_;
  Clock bin_clocks_, bins_;  // so many clocks are so many bins
  double bins_per_clock_;
};

// ---- Once for each burst: inline

inline Clock BookingRules::activation(BookedChannel& channel, Clock from) const {
  const Slot bin = channel.activations.first_free(0, 0, bin_of(from));
  channel.activations.take(0, bin, bin);
  return std::max(from, (bin * bin_clocks_ + bins_ - 1) / bins_);
}

inline void BookingRules::open(BookedBank& bank, std::int64_t row, Clock activation) const {
  bank.row = row;
  bank.activate = activation + t.tRC;
  bank.precharge = activation + t.tRAS;
  bank.column = {{activation + t.tRCDRD, activation + t.tRCDWR}};
}

inline Slot BookingRules::first_column(BookedChannel& channel, const BookedBank& bank, int group,
                                       Direction direction, Clock from) const {
  return channel.bus.first_free(
      BookedChannel::kData, BookedChannel::kGroups + group,
      slot_of(std::max(from, base::at(bank.column, direction)), direction));
}

inline void BookingRules::take_column(BookedChannel& channel, BookedBank& bank, int group,
                                      Direction direction, Slot slot) const {
  const auto kind = static_cast<std::size_t>(direction);
  channel.bus.take(BookedChannel::kData, slot, slot);
  // A tCCD_L of 1.5 slots blocks one and two slots in turn: as many bursts as in any other order.
  Slot apart = group_slots_[kind];
  if (group_rest_[kind] > 0) {
    Clock& rest = base::at(channel.rest, group);
    rest += group_rest_[kind];
    if (rest >= burst) {
      rest -= burst;
      ++apart;
    }
  }
  channel.bus.take(BookedChannel::kGroups + group, slot - apart + 1, slot + apart - 1);
  bank.precharge = std::max(bank.precharge, closes_after(command_of(slot, direction), direction));
}

inline Clock BookingRules::closes_after(Clock command, Direction direction) const {
  return direction == Direction::read ? command + t.tRTP : command + t.tCWL + burst + t.tWR;
}

}  // namespace jacquard::memory
