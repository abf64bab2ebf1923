// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "jacquard/schedule/bvn/bit_graph.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule::bvn {

// Turns the perfect matchings of a stuffed demand into the schedule of its real part. A pair serves
// its real quanta first, then its dummies, which are never shown: once its real part has run out
// the pair idles until the next entry, which unsets it. An entry begins only when the crossbar must
// change: when a pair with real quanta comes, or one leaves that has some left.
template <int W, class Count>
class Emitter {
 public:
  // Times are in units of 2^scale slots.
  Emitter(int ports, int scale, Schedule& schedule)
      : schedule_(schedule),
        scale_(scale),
        words_(ports),
        wanted_(ports),
        shown_(ports),
        real_end_(ports),
        shown_end_(ports),
        moved_(words_),
        fading_(words_) {
    shown_.fill(kUnmatched);
  }

  // In this step `row` goes to `column`, whose real part will run out at `real_end` and whose
  // dummies at `end`.
  void move(int row, int column, Count now, Count real_end, Count end) {
    must_change_ |= shown_end_[row] > now || real_end > now;
    wanted_[row] = static_cast<std::int16_t>(column);
    real_end_[row] = real_end;
    set_bit<W>(&moved_[0], row);
    if (real_end < end) {
      set_bit<W>(&fading_[0], row);
    } else {
      clear_bit<W>(&fading_[0], row);
    }
  }

  // The moves of the step at time `now` are complete.
  void step(Count now) {
    if (!must_change_) return;
    must_change_ = false;
    if (now > entry_start_) commit(now);
    for (int k = 0; k < words_; ++k) {
      base::for_each_bit(moved_[k] | fading_[k], k * base::kWordBits,
                         [this, now](int row) { show(row, now); });
      moved_[k] = 0;
    }
  }

  void finish(Count end) {
    if (end > entry_start_) commit(end);
  }

 private:
  void show(int row, Count now) {
    const Count end = real_end_[row];
    const bool serves = end > now;
    const std::int16_t column = serves ? wanted_[row] : std::int16_t{kUnmatched};
    if (!serves) clear_bit<W>(&fading_[0], row);
    shown_end_[row] = end;
    if (column == shown_[row]) return;
    shown_[row] = column;
    schedule_.change(row, column);
  }

  void commit(Count now) {
    schedule_.commit(static_cast<std::int64_t>(now - entry_start_) << scale_);
    entry_start_ = now;
  }

  Schedule& schedule_;
  int scale_;
  WordCount<W> words_;
  PerPort<std::int16_t, W> wanted_;  // column of each row in the perfect matching
  PerPort<std::int16_t, W> shown_;   // column of each row in the last entry
  PerPort<Count, W> real_end_;       // when the real quanta of the wanted pair run out
  PerPort<Count, W> shown_end_;      // when those of the pair shown do; in the past: nothing shown
  PortSet<W> moved_;                 // rows that moved since the last entry
  PortSet<W> fading_;                // rows whose pair may have dummies to come
  Count entry_start_ = 0;
  bool must_change_ = false;
};

}  // namespace jacquard::schedule::bvn
