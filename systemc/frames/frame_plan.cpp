// SPDX-License-Identifier: Apache-2.0
#include "systemc/frames/frame_plan.hpp"

#include <algorithm>
#include <limits>

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;

std::int64_t payload_of(std::int64_t hold, const demand::SlotClock& quanta) {
  std::int64_t payload = 0;
  const bool wraps = __builtin_mul_overflow(hold, quanta.quantum.count(), &payload);
  return wraps ? std::numeric_limits<std::int64_t>::max() : payload;
}

std::vector<bool> kept_of(const schedule::Connected& connected, const schedule::Matching& columns) {
  std::vector<bool> keeps;
  const schedule::Matching& before = connected.columns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    keeps.push_back(i < before.size() && columns[i] != schedule::kUnmatched &&
                    before[i] == columns[i]);
  }
  return keeps;
}

}  // namespace

int FramePlan::append(const TimedSchedule& schedule, demand::DemandMatrix demand,
                      const demand::SlotClock& quanta, Picoseconds decided, Picoseconds end) {
  int count = 0;
  for (schedule::SettingCursor s(schedule.schedule); !s.done(); s.next()) {
    const bool stands = connected_.has(s.columns());
    const bool free = stands && (parameters_.keep_settings || guarded_ == GuardedPorts::changed);
    const Picoseconds guard = free ? Picoseconds{0} : parameters_.crossbars.guard;
    const Picoseconds start = plan_.start_of(decided + schedule.ready[s.entry()], guard);
    const auto window = [&](std::int64_t hold) {
      return parameters_.framing.time(payload_of(hold, quanta));
    };
    std::int64_t hold = s.hold();
    if (window(hold) > end - start) {
      std::int64_t low = 0;
      while (hold - low > 1) {
        const std::int64_t middle = low + (hold - low) / 2;
        (window(middle) > end - start ? hold : low) = middle;
      }
      hold = low;
    }
    if (hold == 0) break;
    PlannedSetting setting{s.columns(),
                           hold,
                           std::vector<bool>(s.columns().size(), false),
                           start,
                           start + window(hold),
                           guard,
                           {}};
    if (guarded_ == GuardedPorts::changed) setting.keeps = kept_of(connected_, s.columns());
    for (std::size_t i = 0; i < setting.columns.size(); ++i) {
      const int j = setting.columns[i];
      std::int64_t bytes = 0;
      if (j != schedule::kUnmatched) {
        const Bytes left = demand.at(static_cast<int>(i), j);
        bytes = std::min(left.count(), payload_of(hold, quanta));
        demand.set(static_cast<int>(i), j, left - Bytes{bytes});
      }
      setting.bytes.push_back(bytes);
    }
    plan_.take(start, setting.to - start, guard);
    connected_.take(setting.columns);
    settings_.push_back(std::move(setting));
    ++count;
  }
  return count;
}

std::vector<PlannedSetting> FramePlan::begun(Picoseconds now) {
  std::vector<PlannedSetting> begun;
  while (!settings_.empty() && settings_.front().from - settings_.front().guard < now) {
    begun.push_back(std::move(settings_.front()));
    settings_.pop_front();
  }
  return begun;
}

void FramePlan::without_planned(demand::DemandMatrix& waiting) const {
  for (const PlannedSetting& setting : settings_) {
    for (std::size_t row = 0; row < setting.columns.size(); ++row) {
      if (setting.bytes[row] == 0) continue;
      const auto i = static_cast<int>(row);
      const Bytes left = waiting.at(i, setting.columns[row]) - Bytes{setting.bytes[row]};
      waiting.set(i, setting.columns[row], std::max(left, Bytes{0}));
    }
  }
}

}  // namespace jacquard::systemc
