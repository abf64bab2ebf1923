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
  Matching columns;
};

// The unit core is the ladder whose only level is 0 and whose waves retire after one lap.
template <int kWords>
class WaveArray {
 public:
  WaveArray(const CoreShape& shape, int levels)
      : shape_(shape),
        groups_(shape.groups()),
        laps_(shape.kind == CoreKind::ladder ? 2 : 1),
        cells_(shape.ports, levels),
        strong_(static_cast<std::size_t>(groups_), kNone),
        filling_(static_cast<std::size_t>(laps_ == 2 ? groups_ + 1 : 1), kNone) {
    const std::size_t most_waves = strong_.size() + filling_.size() + 1;
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
    std::fill(filling_.begin(), filling_.end(), kNone);
    free_.clear();
    for (std::size_t w = 0; w < waves_.size(); ++w) free_.push_back(static_cast<int>(w));
    in_flight_ = 0;
  }

  bool idle() const { return !starting_ && !issuing_ && in_flight_ == 0; }
  Shown shown() const {
    if (filling_.back() == kNone) return {};
    const Wave<kWords>& wave = waves_[at(filling_.back())];
    return {&wave.columns, std::int64_t{1} << wave.level};
  }

  // A clock edge. Not called while a permutation is shown and not taken (i).
  void clock() {
    const int issued = issuing_ ? issue() : kNone;
    issue_level_ = level_;  // (k): a report of this clock is heeded by the wave after the next
    cross_strong(issued);
    cross_filling();
    retire(filling_.back());
    const int turning = strong_.back();
    const bool empty = turning != kNone && !waves_[at(turning)].granted;  // (e)
    shift(filling_, empty ? kNone : turning);
    shift(strong_, issued);
    if (starting_) issuing_ = true;
    starting_ = false;
    if (empty) report(turning);
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
    wave.granted = false;
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

  void cross_filling() {
    for (int g = 0; g + 1 < static_cast<int>(filling_.size()); ++g) {
      const int w = filling_[at(g)];
      if (w != kNone && fill_) cross(waves_[at(w)], g, 0);
    }
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

  void report(int w) {
    const int level = waves_[at(w)].level;
    retire(w);
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
  int laps_;
  DiagonalCounters<kWords> cells_;
  std::vector<int> strong_;   // wave in the register after each group, strong lap
  std::vector<int> filling_;  // [0]: about to fill; then after each group; the last one is shown
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
