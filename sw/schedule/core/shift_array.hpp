// SPDX-License-Identifier: Apache-2.0
// The shift core, clock by clock: docs/cores.md, "The shift core".
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/schedule/core/shown.hpp"
#include "jacquard/schedule/hops/shifts.hpp"

namespace jacquard::schedule {

// A wait of fixed length, then a clock for each shift; one whose hold is 0 is not shown.
class ShiftArray {
 public:
  explicit ShiftArray(const CoreShape& shape)
      : digits_(digits_of(shape)),
        latency_(latency_of(digits_)),
        counts_(static_cast<std::size_t>(shape.ports) * static_cast<std::size_t>(shape.ports)),
        columns_(static_cast<std::size_t>(shape.ports)) {}

  void set_row(int row, base::Span<const std::int64_t> entries) {
    const int n = digits_.ports();
    std::copy(entries.begin(), entries.end(),
              counts_.begin() + static_cast<std::ptrdiff_t>(base::cell(row, 0, n)));
  }

  void begin() {
    holds_ = shift_holds({digits_.ports(), counts_}, digits_);
    digit_ = 0;
    by_ = 0;
    place_ = 0;
  }
  void flush() { place_ = kNone; }
  bool idle() const { return place_ == kNone; }
  Shown shown() const {
    if (place_ == kNone || place_ < latency_ || hold() == 0) return {};
    return {&columns_, hold()};
  }

  // A clock edge. Not called while a permutation is shown and not taken.
  void clock() {
    if (place_ == kNone) return;
    if (++place_ == latency_ + digits_.settings()) {
      place_ = kNone;
      return;
    }
    if (place_ >= latency_) show();
  }

 private:
  static constexpr int kNone = -1;

  // A row passes a level of adders a clock for the digits above, an accumulator, and a level of
  // comparisons a clock for the digits below; the ring takes it in the clock after. Until the ring
  // of the slowest digit has the last row, and a clock to look columns up.
  static int latency_of(const PortShape& digits) {
    int latency = 2;
    for (int k = 0; k < digits.digits(); ++k) {
      int clocks = 2, stride = 1;
      for (int d = 0; d < digits.digits(); ++d) {
        if (d > k) clocks += tree_levels(digits.size(d));
        if (d < k) stride *= digits.size(d);
      }
      latency = std::max(latency, clocks + tree_levels(stride));
    }
    return latency;
  }

  std::int64_t hold() const { return base::at(holds_, place_ - latency_); }

  void show() {
    if (++by_ == digits_.size(digit_)) {
      ++digit_;
      by_ = 1;
    }
    for (int port = 0; port < digits_.ports(); ++port) {
      base::at(columns_, port) = digits_.shifted(port, digit_, by_);
    }
  }

  PortShape digits_;
  int latency_;
  std::vector<std::int64_t> counts_;
  std::vector<std::int64_t> holds_;
  Matching columns_;
  int digit_ = 0, by_ = 0;  // of the shift that is shown
  int place_ = kNone;       // clocks since the start that were not held up
};

}  // namespace jacquard::schedule
