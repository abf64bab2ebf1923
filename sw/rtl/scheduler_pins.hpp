// SPDX-License-Identifier: Apache-2.0
// Between the core contract and the pins of jq_scheduler. In a header: it is on the path of a
// clock.
#pragma once

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/rtl/pins.hpp"
#include "jacquard/rtl/shim/abi.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::rtl {

class SchedulerPins {
 public:
  explicit SchedulerPins(const schedule::CoreShape& shape)
      : ports_(shape.ports),
        bits_(shape.bits),
        row_words_((shape.rows_per_clock * ports_ * bits_ + 31) / 32),
        column_bits_(port_width(shape.ports)),
        level_mask_((1 << port_width(shape.bits)) - 1) {}

  abi::SchedulerIn drive(const schedule::CoreInputs& in) const {
    abi::SchedulerIn pins;
    pins.rst_n = 1;
    pins.load_valid = in.load;
    if (in.load) {
      pack(in.row, pins.load_row);
    } else {
      std::fill_n(pins.load_row, row_words_, 0);
    }
    pins.start = in.start;
    pins.abort = in.abort;
    pins.ready = in.ready;
    pins.guard = static_cast<std::uint16_t>(in.guard);
    pins.top_offset = static_cast<std::uint8_t>(in.top_offset & level_mask_);
    pins.floor = static_cast<std::uint8_t>(in.floor & level_mask_);
    pins.fill = in.fill;
    return pins;
  }

  // `out` holds what was shown before.
  void show(const abi::SchedulerOut& pins, schedule::CoreOutputs& out) const {
    const bool blank = !pins.valid && !out.valid;
    out.load_ready = pins.load_ready;
    out.busy = pins.busy;
    out.done = pins.done;
    out.shifts = pins.shifts;
    out.parity_error = pins.parity_error;
    out.valid = pins.valid;
    out.hold = pins.hold;
    if (blank) return;
    for (int row = 0; row < ports_; ++row) {
      const bool connected = pins.valid && ((pins.match[row / 32] >> (row % 32)) & 1) != 0;
      base::at(out.columns, row) = connected ? field(pins.column, row) : schedule::kUnmatched;
    }
  }

 private:
  int field(const std::uint32_t* words, int index) const {
    const int at = index * column_bits_;
    std::uint64_t pair = words[at / 32];
    if (at / 32 + 1 < abi::kSettingWords) pair |= std::uint64_t{words[at / 32 + 1]} << 32;
    return static_cast<int>((pair >> (at % 32)) & base::low_mask(column_bits_));
  }

  void pack(const std::vector<std::uint32_t>& row, std::uint32_t* words) const {
    std::uint64_t gathered = 0;
    int held = 0, next = 0;
    for (const std::uint32_t count : row) {
      gathered |= (count & base::low_mask(bits_)) << held;
      for (held += bits_; held >= 32; held -= 32, gathered >>= 32) {
        words[next++] = static_cast<std::uint32_t>(gathered);
      }
    }
    if (held > 0) words[next] = static_cast<std::uint32_t>(gathered);
  }

  int ports_;
  int bits_;
  int row_words_;
  int column_bits_;
  int level_mask_;
};

}  // namespace jacquard::rtl
