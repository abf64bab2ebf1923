// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/timeline.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/time_figure.hpp"

namespace jacquard::report {
namespace {

Interval when(const demand::SlotClock& clock, std::int64_t start_slot, std::int64_t hold,
              std::int64_t entry) {
  const auto ps = [](base::Picoseconds t) { return static_cast<double>(t.count()); };
  const bool gap = clock.guard_per == demand::GuardPer::permutation;
  const double begin = ps(clock.makespan(start_slot, entry));
  return {begin, begin + (gap ? ps(clock.guard) : 0.0),
          ps(clock.makespan(start_slot + hold, entry + 1))};
}

// How much of each row's setting carries data, as the checker's replay serves it.
class Replay {
 public:
  explicit Replay(const demand::QuantaMatrix& demand)
      : ports_(static_cast<std::size_t>(demand.ports())),
        residue_(demand.row_major().begin(), demand.row_major().end()),
        busy_(ports_) {}

  const std::vector<std::int64_t>& serve(const schedule::Schedule& schedule,
                                         const schedule::SettingCursor& setting) {
    std::fill(busy_.begin(), busy_.end(), 0);
    if (schedule.hops() > 1) {
      for (const schedule::Relay& relay : schedule.relays(setting.entry())) {
        if (relay.row >= 0 && static_cast<std::size_t>(relay.row) < ports_) {
          base::at(busy_, relay.row) += relay.quanta;
        }
      }
      return busy_;
    }
    for (std::size_t row = 0; row < ports_; ++row) {
      const int column = setting.columns()[row];
      if (column == schedule::kUnmatched) continue;
      std::int64_t& left = residue_[row * ports_ + static_cast<std::size_t>(column)];
      busy_[row] = std::min(left, setting.hold());
      left -= busy_[row];
    }
    return busy_;
  }

 private:
  std::size_t ports_;
  std::vector<std::int64_t> residue_;
  std::vector<std::int64_t> busy_;
};

}  // namespace

Palette timeline_palette(int ports) {
  Palette palette{};
  palette[kGuardGap] = {230, 159, 0, 255};  // kGuardTone, on light and dark pages alike
  palette[kNoCircuit] = {128, 128, 128, 40};
  palette[kIdleCircuit] = {128, 128, 128, 120};
  for (int d = 0; d < ports; ++d) {
    base::at(palette, destination_index(d, ports)) = destination_colour(d, ports);
  }
  return palette;
}

std::uint8_t destination_index(int destination, int ports) {
  const int span = 255 - kFirstDestination;
  return static_cast<std::uint8_t>(kFirstDestination +
                                   (ports > 1 ? destination * span / (ports - 1) : span));
}

Picture paint_timeline(const demand::QuantaMatrix& demand, const schedule::Schedule& schedule,
                       Window window, int width) {
  TimePainter painter(window, width, demand.ports(), kGuardGap);
  Replay replay(demand);
  const double stop = static_cast<double>(window.to.count());
  std::int64_t slot = 0;
  for (schedule::SettingCursor s(schedule); !s.done(); s.next()) {
    const Interval time =
        when(demand.clock(), slot, s.hold(), static_cast<std::int64_t>(s.entry()));
    if (time.begin_ps >= stop) break;
    slot += s.hold();
    const auto& busy = replay.serve(schedule, s);
    for (int row = 0; row < demand.ports(); ++row) {
      const auto r = static_cast<std::size_t>(row);
      const int column = s.columns()[r];
      if (column == schedule::kUnmatched) {
        painter.paint(row, time.data_ps, time.end_ps, kNoCircuit);
        continue;
      }
      const double full = (time.end_ps - time.data_ps) / static_cast<double>(s.hold());
      const double dry = time.data_ps + full * static_cast<double>(busy[r]);
      painter.paint(row, time.data_ps, dry, destination_index(column, demand.ports()));
      painter.paint(row, dry, time.end_ps, kIdleCircuit);
    }
    painter.keep_gap(time, kGuardGap);
  }
  return painter.take();
}

base::Picoseconds end_of_setting(const demand::QuantaMatrix& demand,
                                 const schedule::Schedule& schedule, std::int64_t count) {
  std::int64_t slots = 0;
  const std::int64_t last = std::min(count, static_cast<std::int64_t>(schedule.permutations()));
  for (std::int64_t e = 0; e < last; ++e) slots += schedule.hold(static_cast<std::size_t>(e));
  return demand.clock().makespan(slots, last);
}

}  // namespace jacquard::report
