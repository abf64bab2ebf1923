// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/base/span.hpp"

namespace jacquard::schedule {

// One bit per row: the rows of a diagonal, or what a wave has free.
template <int kWords>
using RowSet = std::array<base::Word, static_cast<std::size_t>(kWords)>;

// Counters of an N x N demand by wrapped diagonal d = (column - row) mod N, with, for every level
// k, the set of rows whose counter is at least 2^k: a request is then one look-up per word,
// whatever the counters are, and only granted cells are ever touched.
template <int kWords>
class DiagonalCounters {
 public:
  DiagonalCounters(int ports, int levels)
      : n_(ports),
        levels_(levels),
        count_(static_cast<std::size_t>(ports) * static_cast<std::size_t>(ports)),
        at_least_(static_cast<std::size_t>(ports) * static_cast<std::size_t>(levels)) {}

  int levels() const { return levels_; }

  void set_row(int row, base::Span<const std::int64_t> entries) {
    for (int column = 0; column < n_; ++column) {
      const int d = column >= row ? column - row : column - row + n_;
      std::int64_t& count = cell(d, row);
      clear_levels(d, row, -1, top_level(count));
      count = base::at(entries, column);
      for (int k = 0; k <= top_level(count); ++k) at_least_at(d, k)[word(row)] |= bit(row);
    }
  }

  int top_level() const {
    for (int k = levels_ - 1; k > 0; --k) {
      for (int d = 0; d < n_; ++d) {
        for (const base::Word w : at_least(d, k)) {
          if (w != 0) return k;
        }
      }
    }
    return 0;
  }

  // Rows of diagonal d whose counter is at least 2^level (none above the highest level).
  const RowSet<kWords>& at_least(int d, int level) const {
    static constexpr RowSet<kWords> none{};
    return level < levels_ ? at_least_[index(d, level, levels_)] : none;
  }

  // Takes min(counter, 2^level) from the cell.
  void serve(int d, int row, int level) {
    std::int64_t& count = cell(d, row);
    const int before = top_level(count);
    count = level > before ? 0 : count - (std::int64_t{1} << level);
    clear_levels(d, row, top_level(count), before);
  }

 private:
  static int top_level(std::int64_t count) {
    return count == 0 ? -1 : base::highest_bit(static_cast<base::Word>(count));
  }
  static std::size_t word(int row) { return static_cast<std::size_t>(row / base::kWordBits); }
  static base::Word bit(int row) { return base::Word{1} << (row % base::kWordBits); }
  static std::size_t index(int a, int b, int width) { return base::cell(a, b, width); }
  std::int64_t& cell(int d, int row) { return count_[index(d, row, n_)]; }
  RowSet<kWords>& at_least_at(int d, int level) { return at_least_[index(d, level, levels_)]; }
  void clear_levels(int d, int row, int above, int up_to) {
    for (int k = above + 1; k <= up_to; ++k) at_least_at(d, k)[word(row)] &= ~bit(row);
  }

  int n_;
  int levels_;
  std::vector<std::int64_t> count_;
  std::vector<RowSet<kWords>> at_least_;
};

}  // namespace jacquard::schedule
