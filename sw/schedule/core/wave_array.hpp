// SPDX-License-Identifier: Apache-2.0
// The array of cells that the unit and the ladder core share, and the waves that cross it, clock by
// clock. The rules are those of docs/cores.md; the letters below refer to them.
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/diagonal_counters.hpp"
#include "jacquard/schedule/core/shown.hpp"

namespace jacquard::schedule {

template <int kWords>
struct Wave {
  RowSet<kWords> row_free;
  RowSet<kWords>
      column_free;  // aligned to the diagonal it meets next: bit i is column (i + d) mod N
  int level;        // holds 2^level
  bool granted;
  bool descended;  // found nothing, and is strong again on its second lap (l)
  Matching columns;
};

// The unit core is the ladder whose only level is 0 and whose waves retire after one lap.
template <int kWords>
class WaveArray {
 public:
  WaveArray(const CoreShape& shape, int levels)
      : shape_(shape),
        groups_(shape.groups()),
        cells_(shape.ports, levels),
        strong_(static_cast<std::size_t>(groups_), kNone),
        second_(static_cast<std::size_t>(shape.second_lap_clocks()), kNone) {
    const std::size_t most_waves = strong_.size() + second_.size() + 1;
    waves_.resize(most_waves);
    free_.reserve(most_waves);
    for (Wave<kWords>& wave : waves_) wave.columns.resize(static_cast<std::size_t>(shape.ports));
    flush();
  }

  void set_row(int row, base::Span<const std::int64_t> entries) { cells_.set_row(row, entries); }

  void begin(int top_offset, int floor, bool fill) {
    fill_ = fill;
    if (shape_.kind == CoreKind::unit) {
      level_ = floor_ = 0;
    } else {
      floor_ = floor;  // (f)
      level_ = std::max(cells_.top_level() - top_offset, floor);
    }
    issue_level_ = level_;
    starting_ = shape_.kind == CoreKind::ladder;  // (k)
    issuing_ = !starting_;
  }

  void flush() {
    starting_ = issuing_ = false;
    std::fill(strong_.begin(), strong_.end(), kNone);
    std::fill(second_.begin(), second_.end(), kNone);
    free_.clear();
    for (std::size_t w = 0; w < waves_.size(); ++w) free_.push_back(static_cast<int>(w));
    in_flight_ = 0;
  }

  bool idle() const { return !starting_ && !issuing_ && in_flight_ == 0; }
  Shown shown() const {
    if (second_.back() == kNone) return {};
    const Wave<kWords>& wave = waves_[at(second_.back())];
    return {&wave.columns, std::int64_t{1} << wave.level};
  }

  // A clock edge. Not called while a permutation is shown and not taken (i).
  void clock() {
    const int issued = issuing_ ? issue() : kNone;
    issue_level_ = level_;  // (k): a report of this clock is heeded by the wave after the next
    cross_strong(issued);
    cross_second();
    retire(second_.back());
    const int turning = strong_.back();
    const bool empty = turning != kNone && !waves_[at(turning)].granted;  // (e)
    const int reported = empty ? waves_[at(turning)].level : kNone;
    if (shape_.descend) {
      drop_if(second_[second_.size() - 2], [](const auto& wave) { return !wave.granted; });
      descend(second_.front());
    }
    shift(second_, turning);
    if (empty) {
      waves_[at(turning)].descended = shape_.descend && reported != floor_;
      drop_if(second_.front(), [](const auto& wave) { return !wave.descended; });
    }
    shift(strong_, issued);
    if (starting_) issuing_ = true;
    starting_ = false;
    if (empty) report(reported);
  }

 private:
  static constexpr int kNone = -1;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  int issue() {
    const int w = free_.back();
    free_.pop_back();
    ++in_flight_;
    Wave<kWords>& wave = waves_[at(w)];
    for (int i = 0; i < kWords; ++i) {
      wave.row_free[at(i)] = base::low_mask(std::max(0, shape_.ports - i * base::kWordBits));
    }
    wave.column_free = wave.row_free;
    wave.level = issue_level_;
    wave.granted = wave.descended = false;
    std::fill(wave.columns.begin(), wave.columns.end(), kUnmatched);
    return w;
  }

  void retire(int w) {
    if (w == kNone) return;
    free_.push_back(w);
    --in_flight_;
  }

  // Strong laps first in every cell, fill laps from what remains (d). A group is crossed by at most
  // one wave of each kind, so the order of the groups does not matter.
  void cross_strong(int issued) {
    for (int g = 0; g < groups_; ++g) {
      const int w = g == 0 ? issued : strong_[at(g - 1)];
      if (w == kNone) continue;
      Wave<kWords>& wave = waves_[at(w)];
      cross(wave, g, wave.level == floor_ ? 0 : wave.level);  // (a)
    }
  }

  void cross_second() {
    if (shape_.laps() < 2) return;
    const int waits = shape_.descend ? 1 : 0;
    for (int g = 0; g < groups_; ++g) {
      const int w = second_[at(g + waits)];
      if (w == kNone) continue;
      Wave<kWords>& wave = waves_[at(w)];
      if (wave.descended) {
        cross(wave, g, wave.level == floor_ ? 0 : wave.level);
      } else if (fill_) {
        cross(wave, g, 0);
      }
    }
  }

  // An empty wave takes the level of the wave that is issued as it sets out again. At a floor above
  // level 0 that could leave something of a counter, and it is dropped (l).
  void descend(int& w) {
    if (w == kNone || !waves_[at(w)].descended) return;
    waves_[at(w)].level = level_;
    drop_if(w, [&](const auto&) { return level_ == floor_ && floor_ > 0; });
  }

  template <class Condition>
  void drop_if(int& w, const Condition& condition) {
    if (w == kNone || !condition(waves_[at(w)])) return;
    retire(w);
    w = kNone;
  }

  void cross(Wave<kWords>& wave, int group, int request_level) {
    const int first = group * shape_.diagonals_per_clock;
    const int last = std::min(first + shape_.diagonals_per_clock, shape_.ports);
    for (int d = first; d < last; ++d) {
      const RowSet<kWords>& request = cells_.at_least(d, request_level);
      for (int i = 0; i < kWords; ++i) {
        const base::Word grant = request[at(i)] & wave.row_free[at(i)] & wave.column_free[at(i)];
        if (grant == 0) continue;
        wave.granted = true;
        wave.row_free[at(i)] &= ~grant;
        wave.column_free[at(i)] &= ~grant;
        base::for_each_bit(grant, i * base::kWordBits, [&](int row) {
          cells_.serve(d, row, wave.level);  // (b)
          wave.columns[at(row)] = row + d < shape_.ports ? row + d : row + d - shape_.ports;
        });
      }
      align_to_next_diagonal(wave.column_free);
    }
  }

  // Rotates the N bits down by one.
  void align_to_next_diagonal(RowSet<kWords>& set) const {
    const base::Word lowest = set[0] & 1;
    for (int i = 0; i < kWords; ++i) {
      const base::Word next = i + 1 < kWords ? set[at(i + 1)] : 0;
      set[at(i)] = (set[at(i)] >> 1) | (next << 63);
    }
    const int top = shape_.ports - 1;
    set[at(top / base::kWordBits)] |= lowest << (top % base::kWordBits);
  }

  static void shift(std::vector<int>& stages, int entering) {
    for (std::size_t i = stages.size() - 1; i > 0; --i) stages[i] = stages[i - 1];
    stages[0] = entering;
  }

  void report(int level) {
    if (level != level_) return;  // (e): only a report of the current level lowers it
    if (level_ > floor_) {
      --level_;
      return;
    }
    issuing_ = false;  // (g): younger waves would find nothing either
    for (int& young : strong_) {
      retire(young);
      young = kNone;
    }
  }

  CoreShape shape_;
  int groups_;
  DiagonalCounters<kWords> cells_;
  std::vector<int> strong_;  // wave in the register after each group, strong lap
  // [0]: about to set out again, after a wait where waves descend; then after each group; the last
  // one is shown.
  std::vector<int> second_;
  std::vector<Wave<kWords>> waves_;
  std::vector<int> free_;
  int in_flight_ = 0;
  bool starting_ = false;
  bool issuing_ = false;
  bool fill_ = true;
  int level_ = 0;        // of the wave to issue in the next clock
  int issue_level_ = 0;  // of the one to issue in this clock
  int floor_ = 0;
};

}  // namespace jacquard::schedule
