// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/lane.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/at.hpp"
#include "jacquard/memory/energy.hpp"

namespace jacquard::memory {
namespace {

// Slots that are kept behind the front of the queue: bursts may come so late (HBM3E: 3.6 us).
constexpr Slot kLate = 4096;
constexpr Slot kForgetEvery = 512;
constexpr Slot kNoSlot = -1;
constexpr Clock kFarClocks = 1 << 17;
constexpr Clock kNever = std::numeric_limits<Clock>::max();

}  // namespace

Lane::Lane(const MemoryConfig& config)
    : config_(config),
      rules_(config),
      interval_(rules_.t.tREFI),
      banks_per_group_(config.organisation.banks_per_group),
      banks_(base::index(config.organisation.banks())),
      channel_(rules_.groups),
      issued_(banks_.size() * base::index(config_.controller.bank_queue)),
      batch_(rules_.groups),
      batch_banks_(banks_.size()),
      batch_of_(banks_.size(), -1) {
  Clock targets = 1;  // that are refreshed one after another
  if (config_.controller.refresh == Refresh::per_bank) {
    const bool same_bank = config.organisation.standard == Standard::ddr5;
    targets = same_bank ? banks_per_group_ : static_cast<Clock>(banks_.size());
    interval_ = interval_ * targets / refresh_commands(config);
  }
  Clock turn = 0;
  for (Bank& bank : banks_) {
    bank.phase = turn++ % targets * interval_ / targets;
    bank.refresh = config_.controller.refresh == Refresh::none ? kNever : interval_ + bank.phase;
  }
}

// A burst leaves the transaction queue when the queue of its bank has room.
inline void Lane::leave_queue(int index, Slot slot) {
  Bank& bank = base::at(banks_, index);
  const auto depth = base::index(config_.controller.bank_queue);
  Slot& earlier = issued_[base::index(index) * depth + bank.oldest];
  const Slot leaves = channel_.bus.first_free(BookedChannel::kLeaves, BookedChannel::kLeaves,
                                              std::max(front_, earlier));
  channel_.bus.take(BookedChannel::kLeaves, leaves, leaves);
  earlier = slot;
  bank.oldest = bank.oldest + 1 == depth ? 0 : bank.oldest + 1;
  if (++inside_ < config_.controller.queue) return;
  front_ = channel_.bus.first_taken(BookedChannel::kLeaves, front_) + 1;
  --inside_;
  if (front_ - forgotten_ > kForgetEvery) forget();
}

Clock Lane::book(const BurstAddress& where, Direction direction, Clock at) {
  const int bank = where.group * banks_per_group_ + where.bank;
  const Clock entered = rules_.command_of(front_, Direction::read);
  const Clock from = std::max(at - pause_, entered);
  if (from - entered > kFarClocks) catch_up(from);
  entered_ = from + pause_;
  const bool read_waits = from <= last_[kRead];
  if (!read_waits && !waiting_.empty()) write_alone(std::max(last_[kRead], Clock{0}));
  ++(direction == Direction::read ? commands_.reads : commands_.writes);
  Clock end = 0;
  if (direction == Direction::write && read_waits) {
    waiting_.push_back({bank, where.group, where.row, 0});
    if (static_cast<int>(waiting_.size()) >= config_.controller.write_high) write_batch(from);
    end = std::max(from + pause_, last_batch_ + between_batches_) + rules_.t.tCWL + rules_.burst;
  } else {
    turn_to(direction, from);
    end = place(bank, where.group, where.row, direction, from) + pause_;
  }
  cover(at, end);
  return end;
}

// ---- A burst on its own

Clock Lane::place(int index, int group, std::int64_t row, Direction direction, Clock from) {
  Bank& bank = base::at(banks_, index);
  const Clock allowed = std::max(from, base::at(allowed_, direction));
  Slot slot = kNoSlot;
  if (bank.row != row) {
    slot = join(bank, group, row, direction, allowed);
    if (slot == kNoSlot) open(bank, row, direction, from);
  }
  if (slot == kNoSlot) {
    slot = rules_.first_column(channel_, bank, group, direction, allowed);
    while (rules_.command_of(slot, direction) + pause_ >= bank.refresh) {
      bank.row = -1;
      open(bank, row, direction, std::max(from, bank.refresh - pause_));
      slot = rules_.first_column(channel_, bank, group, direction, allowed);
    }
    rules_.take_column(channel_, bank, group, direction, slot);
    ++bank.bursts;
    ++bank.served;
  }
  const Clock command = rules_.command_of(slot, direction);
  bank.last = std::max(bank.last, command);
  Clock& last = base::at(last_, direction);
  last = std::max(last, command);
  leave_queue(index, slot);
  return command + rules_.latency(direction) + rules_.burst;
}

// Row hits go first: a burst of a row that was booked before the open one joins it if both are in
// the queue of the bank at a time. What it takes beyond the row's time, the bank's later rows lose.
Slot Lane::join(Bank& bank, int group, std::int64_t row, Direction direction, Clock from) {
  if (config_.controller.scheduling == Scheduling::fcfs) return kNoSlot;
  for (std::size_t back = 1; back <= kRows; ++back) {
    const std::size_t at = (bank.newest_row + kRows - back) % kRows;
    Row& earlier = bank.rows[at];
    if (bank.bursts - earlier.bursts >= config_.controller.bank_queue || earlier.closes <= from) {
      return kNoSlot;
    }
    if (earlier.row != row) continue;
    const Slot slot = rules_.first_column(channel_, earlier, group, direction, from);
    const Clock command = rules_.command_of(slot, direction);
    const Clock longer = rules_.closes_after(command, direction) - earlier.closes;
    if (command + pause_ >= earlier.refresh) return kNoSlot;
    if (longer > 0) {
      if (earlier.served >= config_.controller.hit_limit && command > earlier.closes) {
        return kNoSlot;
      }
      for (std::size_t later = back; later > 0; --later) {
        bank.rows[(bank.newest_row + kRows - later) % kRows].closes += longer;
      }
      bank.precharge += longer;
      bank.activate += longer;
      bank.column[kRead] += longer;
      bank.column[kWrite] += longer;
    }
    rules_.take_column(channel_, earlier, group, direction, slot);
    ++earlier.served;
    return slot;
  }
  return kNoSlot;
}

void Lane::open(Bank& bank, std::int64_t row, Direction direction, Clock from) {
  if (bank.row >= 0) {
    Row& before = bank.rows[bank.newest_row];
    static_cast<BookedBank&>(before) = bank;
    before.closes = std::max(from, bank.precharge);
    before.refresh = bank.refresh;
    before.bursts = bank.bursts;
    before.served = bank.served;
    bank.newest_row = (bank.newest_row + 1) % kRows;
  }
  bank.served = 0;
  const Clock opening = rules_.opening(direction);
  Clock at = rules_.activate_from(bank, from);
  if (spare_activations_ > 0 && from < batch_over_ && bank.batch != batches_) {
    const Clock early = std::max(rules_.activate_from(bank, from - batch_length_), from - opening);
    if (early < at && early + opening + pause_ < bank.refresh) {
      --spare_activations_;
      bank.batch = batches_;
      rules_.open(bank, row, early);
      ++commands_.activates;
      return;
    }
  }
  while (true) {
    if (at + opening + pause_ >= bank.refresh) {
      at = std::max(at, end_of_refresh(bank, at + opening + pause_) - pause_);
    }
    at = rules_.activation(channel_, at);
    if (at + opening + pause_ < bank.refresh) break;
  }
  rules_.open(bank, row, at);
  ++commands_.activates;
}

// Of the last refresh of the bank that is due at `at`.
Clock Lane::end_of_refresh(Bank& bank, Clock at) {
  const Clock number = (at - bank.phase) / interval_;
  const Clock due = number * interval_ + bank.phase;
  bank.refresh = due + interval_;
  if (config_.controller.refresh == Refresh::all_bank) return end_of_all_bank(number);
  // A bank that nothing waits for has its turn first: its refresh costs nothing.
  const Clock length = rules_.t.tRP + rules_.t.tRFC_B;
  return at - (bank.last + pause_) >= length ? at : at + length;
}

// It begins when every bank has closed.
Clock Lane::end_of_all_bank(Clock number) {
  const auto kept = static_cast<std::size_t>(number & 1);
  if (refreshes_[kept] == number) return refreshed_[kept];
  const Clock due = number * interval_;
  Clock closes = due;
  for (const Bank& bank : banks_) {
    if (bank.row >= 0) {
      closes = std::max(closes, std::min(bank.precharge + pause_, due + rules_.t.tRAS));
    }
  }
  refreshes_[kept] = number;
  refreshed_[kept] = closes + rules_.t.tRP + rules_.t.tRFC;
  if (covered_ > due) refreshing_ += refreshed_[kept] - due;
  return refreshed_[kept];
}

// After a time with few bursts: those that left the queue long ago are not counted.
void Lane::catch_up(Clock from) {
  front_ = rules_.slot_of(from, Direction::read) - kLate;
  inside_ = 0;
  forget();
}

void Lane::forget() {
  forgotten_ = front_;
  const Slot kept = std::max(front_ - kLate, Slot{0});
  channel_.bus.forget(kept);
  channel_.activations.forget(
      rules_.bin_of(std::max(rules_.command_of(kept, Direction::read), Clock{0})));
}

// The bus turns around before a burst on its own of the other direction.
void Lane::turn_to(Direction direction, Clock from) {
  if (direction == turned_to_) return;
  turned_to_ = direction;
  const bool to_read = direction == Direction::read;
  const Clock gap = to_read ? rules_.t.tCWL + rules_.burst + rules_.t.tWTR_S : rules_.t.tRTW;
  const Clock before = last_[to_read ? kWrite : kRead];
  if (before < 0) return;  // there was none
  const Clock turned = before + gap;
  base::at(allowed_, direction) = turned;
  turning_ += std::clamp(turned - from, Clock{0}, gap - rules_.burst);
}

// ---- Batches of writes

void Lane::write_alone(Clock from) {
  turn_to(Direction::write, from);
  for (const Write& write : waiting_) {
    place(write.bank, write.group, write.row, Direction::write, from);
  }
  waiting_.clear();
}

// Places what waits as if nothing else were to do, writes the first of it, and puts off all reads
// by the time that this takes. Rows that reads need open meanwhile, as far as activations are left.
void Lane::write_batch(Clock from) {
  batch_.bus.clear();
  batch_.activations.clear();
  batch_slots_.clear();
  ++batches_;
  const std::int64_t activates = commands_.activates;
  for (Write& write : waiting_) {
    BookedBank& bank = base::at(batch_banks_, write.bank);
    if (base::at(batch_of_, write.bank) != batches_) {
      base::at(batch_of_, write.bank) = batches_;
      bank = base::at(banks_, write.bank);
      bank.precharge = std::clamp(bank.precharge - from, Clock{0}, rules_.t.tRAS);
      bank.activate = std::clamp(bank.activate - from, Clock{0}, rules_.t.tRC);
      bank.column[kWrite] = rules_.t.tRTW;
    }
    if (bank.row != write.row) {
      rules_.open(bank, write.row, rules_.activation(batch_, rules_.activate_from(bank, Clock{0})));
      ++commands_.activates;
    }
    write.slot = rules_.first_column(batch_, bank, write.group, Direction::write, rules_.t.tRTW);
    rules_.take_column(batch_, bank, write.group, Direction::write, write.slot);
    batch_slots_.push_back(write.slot);
  }
  const auto count = static_cast<std::ptrdiff_t>(waiting_.size()) - config_.controller.write_low;
  std::nth_element(batch_slots_.begin(), batch_slots_.begin() + count - 1, batch_slots_.end());
  const Slot last = base::at(batch_slots_, count - 1);
  Clock length = (last + 1) * rules_.burst + rules_.t.tWTR_S;
  for (const Write& write : waiting_) {
    if (write.slot > last) continue;
    const BookedBank& after = base::at(batch_banks_, write.bank);
    Bank& bank = base::at(banks_, write.bank);
    bank.row = after.row;
    bank.activate = from + std::max(after.activate - length, Clock{0});
    bank.precharge = from + std::max(after.precharge - length, Clock{0});
    bank.column = {{from, from}};
  }
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(),
                                [last](const Write& write) { return write.slot <= last; }),
                 waiting_.end());
  turning_ += rules_.t.tRTW + rules_.t.tCWL + rules_.t.tWTR_S - rules_.burst;
  batch_length_ = length;
  batch_over_ = from + length;
  spare_activations_ = rules_.bin_of(length) - (commands_.activates - activates);
  const Clock began = from + pause_;
  if ((began + length) / interval_ > began / interval_ &&
      config_.controller.refresh == Refresh::all_bank) {
    length += rules_.t.tRP + rules_.t.tRFC;
  }
  pause_ += length;
  between_batches_ = std::min(began - last_batch_, 8 * length);
  last_batch_ = began + length;
}

void Lane::flush() {
  if (!waiting_.empty()) write_alone(last_[kRead]);
}

// ---- Where the time went

void Lane::cover(Clock at, Clock end) {
  if (at > covered_) idle_ += at - covered_;
  covered_ = std::max({covered_, at, end});
}

Figures Lane::figures(Clock now) const {
  const Organisation& organisation = config_.organisation;
  Figures figures;
  figures.channels = 1;
  figures.peak = organisation.channel_peak();
  figures.elapsed = time_of(now, organisation);
  figures.commands = commands_;
  figures.commands.precharges = commands_.activates;
  if (config_.controller.refresh != Refresh::none) {
    figures.commands.refreshes = now / rules_.t.tREFI * refresh_commands(config_) +
                                 now % rules_.t.tREFI * refresh_commands(config_) / rules_.t.tREFI;
  }
  const std::int64_t bursts = commands_.reads + commands_.writes;
  figures.bursts = organisation.burst() * bursts;
  figures.energy = energy_of(config_, figures.commands, figures.bursts, figures.elapsed, 1);
  // Differences of rounded times of a running sum: nothing is lost to rounding.
  Clock left = now;
  const auto part = [&](Clock wanted) {
    const base::Picoseconds before = time_of(left, organisation);
    left -= std::min(left, wanted);
    return before - time_of(left, organisation);
  };
  figures.bus.data = part(bursts * rules_.burst);
  figures.bus.idle = part(idle_ + std::max(now - covered_, Clock{0}));
  figures.bus.refresh = part(refreshing_);
  figures.bus.turnaround = part(turning_);
  figures.bus.activate = part(left);
  return figures;
}

}  // namespace jacquard::memory
