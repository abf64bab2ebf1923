// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/slot_clock.hpp"

namespace jacquard::demand {

// A demand matrix counted in quanta: what schedulers and cores work on. Entry (i, j) is
// ceil(bytes / quantum); without a number of bits the quantum is one byte and nothing is rounded.
class QuantaMatrix {
 public:
  // `counts` is row-major, ports x ports, entries in 0..kMaxEntry.
  QuantaMatrix(int ports, std::vector<std::int64_t> counts, SlotClock clock = {});

  int ports() const { return ports_; }
  std::int64_t at(int row, int column) const { return counts_[base::cell(row, column, ports_)]; }
  base::Span<const std::int64_t> row_major() const { return counts_; }
  base::Span<const std::int64_t> row(int r) const {
    const auto n = static_cast<std::size_t>(ports_);
    return {counts_.data() + static_cast<std::size_t>(r) * n, n};
  }
  const SlotClock& clock() const { return clock_; }

  std::int64_t largest_entry() const;
  std::int64_t total() const;
  // D: the largest row or column sum, which no single-hop schedule can beat in slots.
  std::int64_t largest_line_sum() const { return demand::largest_line_sum(counts_, ports_); }

 private:
  int ports_;
  std::vector<std::int64_t> counts_;
  SlotClock clock_;
};

}  // namespace jacquard::demand
