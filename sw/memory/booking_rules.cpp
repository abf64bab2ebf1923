// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/booking_rules.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::memory {

BookedChannel::BookedChannel(int groups)
    : bus(kGroups + groups), activations(1), rest(base::index(groups)) {}

BookingRules::BookingRules(const MemoryConfig& config)
    : t(clocks_of(config.timing, config.organisation)),
      burst(config.organisation.burst_clocks()),
      groups(config.organisation.stack_ids * config.organisation.bank_groups),
      latency_{{t.tCL, t.tCWL}},
      opening_{{t.tRCDRD, t.tRCDWR}},
      group_slots_{{t.tCCD_L / burst, t.tCCD_L_WR / burst}},
      group_rest_{{t.tCCD_L % burst, t.tCCD_L_WR % burst}} {
  while ((burst >> burst_bits_) > 1) ++burst_bits_;
  const bool window = t.tFAW > 4 * t.tRRD_S;
  bin_clocks_ = window ? t.tFAW : std::max(t.tRRD_S, Clock{1});
  bins_ = window ? 4 : 1;
}

Clock BookingRules::activation(BookedChannel& channel, Clock from) const {
  const Slot bin = channel.activations.first_free(0, 0, from * bins_ / bin_clocks_);
  channel.activations.take(0, bin, bin);
  return std::max(from, (bin * bin_clocks_ + bins_ - 1) / bins_);
}

void BookingRules::open(BookedBank& bank, std::int64_t row, Clock activation) const {
  bank.row = row;
  bank.activate = activation + t.tRC;
  bank.precharge = activation + t.tRAS;
  bank.column = {{activation + t.tRCDRD, activation + t.tRCDWR}};
}

Slot BookingRules::column(BookedChannel& channel, BookedBank& bank, int group, Direction direction,
                          Clock from) const {
  const auto kind = static_cast<std::size_t>(direction);
  const int row = BookedChannel::kGroups + group;
  const Slot slot = channel.bus.first_free(BookedChannel::kData, row,
                                           slot_of(std::max(from, bank.column[kind]), direction));
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
  channel.bus.take(row, slot - apart + 1, slot + apart - 1);
  const Clock command = command_of(slot, direction);
  const Clock closes =
      direction == Direction::read ? command + t.tRTP : command + t.tCWL + burst + t.tWR;
  bank.precharge = std::max(bank.precharge, closes);
  return slot;
}

}  // namespace jacquard::memory
