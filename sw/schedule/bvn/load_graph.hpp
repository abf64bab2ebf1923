// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/schedule/bvn/bit_graph.hpp"
#include "jacquard/schedule/bvn/equal_lanes.hpp"

namespace jacquard::schedule::bvn {

// Exchanges bit b of word w with bit w of word b, for 64 words: halves of the square first, then
// quarters, and so on, each with a few operations for a whole word.
inline void transpose(base::Word* square) {
  base::Word low = base::low_mask(base::kWordBits / 2);
  for (int half = base::kWordBits / 2; half > 0; half /= 2, low ^= low << half) {
    for (int w = 0; w < base::kWordBits; w = ((w | half) + 1) & ~half) {
      const base::Word swapped = ((square[w] >> half) ^ square[w | half]) & low;
      square[w] ^= swapped << half;
      square[w | half] ^= swapped;
    }
  }
}

// Counts divided by 2^scale, row by row, each padded with zeros to whole words.
template <int W, class Count>
class PaddedCounts {
 public:
  explicit PaddedCounts(int ports)
      : ports_(ports),
        words_(ports),
        counts_(static_cast<std::size_t>(ports) * static_cast<std::size_t>(stride())) {}

  Count* row(int r) { return counts_.data() + static_cast<std::ptrdiff_t>(r) * stride(); }
  Count& at(int row, int column) { return this->row(row)[column]; }

  void load(base::Span<const std::int64_t> row_major, int scale) {
    for (int r = 0; r < ports_; ++r) {
      const std::int64_t* from = row_major.data() + static_cast<std::ptrdiff_t>(r) * ports_;
      Count* to = row(r);
      for (int c = 0; c < ports_; ++c) to[c] = static_cast<Count>(from[c] >> scale);
    }
  }

  // Bit sets of the counts that are not 0. Returns how many there are.
  std::size_t load(BitGraph<W>& graph) {
    std::size_t pairs = 0;
    for (int r = 0; r < ports_; ++r) {
      base::Word* columns = graph.columns_of.row(r);
      for (int k = 0; k < words_; ++k) {
        base::Word empty = 0;
        for (int lane = 0; lane < base::kWordBits; lane += kLanes) {
          empty |= equal_lanes(row(r) + k * base::kWordBits + lane, Count{0}) << lane;
        }
        columns[k] = ~empty;
        pairs += static_cast<std::size_t>(base::count_bits(~empty));
      }
    }
    for (int i = 0; i < words_; ++i) {
      for (int j = 0; j < words_; ++j) mirror(graph, i, j);
    }
    return pairs;
  }

 private:
  std::ptrdiff_t stride() const { return words_ * base::kWordBits; }

  // Word j of 64 rows becomes word i of 64 columns.
  void mirror(BitGraph<W>& graph, int i, int j) {
    base::Word square[base::kWordBits] = {};
    const int rows = std::min(base::kWordBits, ports_ - i * base::kWordBits);
    const int columns = std::min(base::kWordBits, ports_ - j * base::kWordBits);
    for (int r = 0; r < rows; ++r) square[r] = graph.columns_of.row(i * base::kWordBits + r)[j];
    transpose(square);
    for (int c = 0; c < columns; ++c) graph.rows_of.row(j * base::kWordBits + c)[i] = square[c];
  }

  int ports_;
  WordCount<W> words_;
  std::vector<Count> counts_;
};

}  // namespace jacquard::schedule::bvn
