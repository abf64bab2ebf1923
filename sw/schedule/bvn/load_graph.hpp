// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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
      : ports_(ports), counts_(static_cast<std::size_t>(ports) * std::size_t{kStride}) {}

  Count* row(int r) { return counts_.data() + static_cast<std::ptrdiff_t>(r) * kStride; }
  Count& at(int row, int column) { return this->row(row)[column]; }

  // Fills the bit sets of the counts that are not 0, too. Returns how many there are.
  std::size_t load(base::Span<const std::int64_t> row_major, int scale, BitGraph<W>& graph) {
    std::size_t pairs = 0;
    for (int r = 0; r < ports_; ++r) {
      const std::int64_t* from = row_major.data() + static_cast<std::ptrdiff_t>(r) * ports_;
      Count* to = row(r);
      for (int c = 0; c < ports_; ++c) to[c] = static_cast<Count>(from[c] >> scale);
      base::Word* columns = graph.of[kRows].row(r);
      for (int k = 0; k < W; ++k) {
        base::Word empty = 0;
        for (int lane = 0; lane < base::kWordBits; lane += kLanes) {
          empty |= equal_lanes(to + k * base::kWordBits + lane, Count{0}) << lane;
        }
        columns[k] = ~empty;
        pairs += static_cast<std::size_t>(base::count_bits(~empty));
      }
    }
    const int words = base::words_for(ports_);
    for (int i = 0; i < words; ++i) {
      for (int j = 0; j < words; ++j) mirror(graph, i, j);
    }
    return pairs;
  }

 private:
  static constexpr int kStride = W * base::kWordBits;

  // Word j of 64 rows becomes word i of 64 columns.
  static void mirror(BitGraph<W>& graph, int i, int j) {
    base::Word square[base::kWordBits];
    for (int r = 0; r < base::kWordBits; ++r) {
      square[r] = graph.of[kRows].row(i * base::kWordBits + r)[j];
    }
    transpose(square);
    for (int c = 0; c < base::kWordBits; ++c) {
      graph.of[kColumns].row(j * base::kWordBits + c)[i] = square[c];
    }
  }

  int ports_;
  std::vector<Count> counts_;
};

}  // namespace jacquard::schedule::bvn
