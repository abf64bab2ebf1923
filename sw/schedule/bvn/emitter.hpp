// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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
  explicit Emitter(int ports)
      : words_(base::words_for(ports)),
        wanted_(static_cast<std::size_t>(ports), kUnmatched),
        shown_(wanted_),
        real_end_(wanted_.size(), 0),
        moved_(static_cast<std::size_t>(words_), 0),
        fading_(moved_) {}

  // In this step `row` goes to `column`, whose real part will run out at slot `real_end` and whose
  // dummies at `end`.
  void move(int row, int column, Count now, Count real_end, Count end) {
    const auto r = static_cast<std::size_t>(row);
    const bool cut = shown_[r] != kUnmatched && wanted_[r] == shown_[r] && real_end_[r] > now;
    must_change_ = must_change_ || cut || real_end > now;
    wanted_[r] = static_cast<std::int16_t>(column);
    real_end_[r] = real_end;
    set_bit(moved_.data(), row);
    if (real_end < end) {
      set_bit(fading_.data(), row);
    } else {
      clear_bit(fading_.data(), row);
    }
  }

  // The moves of the step at slot `now` are complete.
  void step(Schedule& schedule, Count now) {
    if (!must_change_) return;
    must_change_ = false;
    if (now > entry_start_) schedule.commit(now - entry_start_);
    entry_start_ = now;
    for (int k = 0; k < words_; ++k) {
      const auto w = static_cast<std::size_t>(k);
      base::for_each_bit(moved_[w] | fading_[w], k * base::kWordBits, [&](int row) {
        const auto r = static_cast<std::size_t>(row);
        const std::int16_t column = real_end_[r] > now ? wanted_[r] : kIdle;
        if (column == kIdle) clear_bit(fading_.data(), row);
        if (column == shown_[r]) return;
        shown_[r] = column;
        schedule.change(row, column);
      });
      moved_[w] = 0;
    }
  }

  void finish(Schedule& schedule, Count end) {
    if (end > entry_start_) schedule.commit(end - entry_start_);
  }

 private:
  static constexpr std::int16_t kIdle = kUnmatched;

  WordCount<W> words_;
  std::vector<std::int16_t> wanted_;  // column of each row in the perfect matching
  std::vector<std::int16_t> shown_;   // column of each row in the last entry
  std::vector<Count> real_end_;
  std::vector<base::Word> moved_;   // rows that moved since the last entry
  std::vector<base::Word> fading_;  // rows whose pair has real quanta, then dummies
  Count entry_start_ = 0;
  bool must_change_ = false;
};

}  // namespace jacquard::schedule::bvn
