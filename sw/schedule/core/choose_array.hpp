// SPDX-License-Identifier: Apache-2.0
// The chooser and the cores behind it, clock by clock: docs/cores.md, "The chooser".
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/choose_rule.hpp"
#include "jacquard/schedule/core/few_array.hpp"
#include "jacquard/schedule/core/shift_array.hpp"
#include "jacquard/schedule/core/wave_array.hpp"

namespace jacquard::schedule {

// A wait of fixed length, then the core that was picked, as if it had been started then.
template <int kWords>
class ChooseArray {
 public:
  explicit ChooseArray(const CoreShape& shape)
      : shape_(shape),
        digits_(digits_of(shape)),
        ladder_({CoreKind::ladder, shape.ports, shape.bits, shape.diagonals_per_clock}, shape.bits),
        few_(shape),
        shift_(shape) {}

  void set_row(int row, base::Span<const std::int64_t> entries) {
    if (row == 0) counts_.clear();
    counts_.insert(counts_.end(), entries.begin(), entries.end());
    ladder_.set_row(row, entries);
    few_.set_row(row, entries);
    shift_.set_row(row, entries);
  }

  void begin(const CoreInputs& options) {
    JQ_CHECK(options.guard >= 0 && options.guard <= kMostGuard, "a guard fits the core's port");
    options_ = options;
    running_.reset();
    wait_ = clocks_before(digits_);
  }

  void flush() {
    ladder_.flush();
    few_.flush();
    shift_.flush();
    counts_.clear();
    running_.reset();
    shifts_ = false;
    wait_ = 0;
  }

  bool idle() const { return wait_ == 0 && ladder_.idle() && few_.idle() && shift_.idle(); }
  bool shifts() const { return shifts_; }
  Shown shown() const {
    if (running_ == CoreKind::few) return few_.shown();
    return running_ == CoreKind::shift ? shift_.shown() : ladder_.shown();
  }

  // A clock edge. Not called while a permutation is shown and not taken.
  void clock() {
    if (wait_ > 0) {
      if (--wait_ == 0) start();
      return;
    }
    if (running_ == CoreKind::ladder) ladder_.clock();
    if (running_ == CoreKind::few) few_.clock();
    if (running_ == CoreKind::shift) shift_.clock();
  }

 private:
  // Until all shifts are added up, for each bit of a number of settings, and to compare.
  static int clocks_before(const PortShape& digits) {
    constexpr int kAround = 2;
    const int ports = digits.ports();
    const int settings_bits = tree_levels(ports + 1) + 3;
    int digits_levels = 0;
    for (int k = 0; k < digits.digits(); ++k) digits_levels += tree_levels(digits.size(k));
    return digits_levels + tree_levels(std::max(1, digits.settings())) + settings_bits + kAround;
  }

  void start() {
    const demand::QuantaMatrix demand(shape_.ports, counts_);
    running_ = picked(estimates(demand, digits_, shape_.bits), options_.guard, shape_.choices);
    shifts_ = running_ == CoreKind::shift;
    if (running_ == CoreKind::ladder) {
      ladder_.begin(options_.top_offset, std::min(options_.floor, shape_.bits - 1), options_.fill);
    } else if (running_ == CoreKind::few) {
      few_.begin();
    } else {
      shift_.begin();
    }
  }

  CoreShape shape_;
  PortShape digits_;
  WaveArray<kWords> ladder_;
  FewArray<kWords> few_;
  ShiftArray shift_;
  std::vector<std::int64_t> counts_;
  CoreInputs options_;
  std::optional<CoreKind> running_;
  bool shifts_ = false;
  int wait_ = 0;  // clocks until the picked core is started
};

}  // namespace jacquard::schedule
