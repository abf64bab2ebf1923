// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arbiter/wwfa.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {
namespace {

using base::kWordBits;
using base::Word;

void fill_ones(std::vector<Word>& words, int bits) {
  for (Word& word : words) {
    word = bits > 0 ? base::low_mask(bits) : 0;
    bits -= kWordBits;
  }
}

void clear_bit(std::vector<Word>& words, int bit) {
  base::at(words, bit / kWordBits) &= ~(Word{1} << (bit % kWordBits));
}

}  // namespace

WaveFrontArbiter::WaveFrontArbiter(int ports, WavePriority priority)
    : ports_(ports),
      rotating_(priority == WavePriority::rotating),
      row_tokens_(static_cast<std::size_t>(base::words_for(ports))),
      // One word more than 2N bits need, so that reading at an offset never runs past the end.
      column_tokens_(static_cast<std::size_t>(base::words_for(2 * ports) + 1)),
      matching_(static_cast<std::size_t>(ports), kUnmatched) {}

const Matching& WaveFrontArbiter::arbitrate(const Requests& requests) {
  std::fill(matching_.begin(), matching_.end(), kUnmatched);
  fill_ones(row_tokens_, ports_);
  fill_ones(column_tokens_, 2 * ports_);
  rows_left_ = ports_;
  int d = first_;
  for (int visited = 0; visited < ports_ && rows_left_ > 0; ++visited) {
    visit(requests.by_diagonal().row(d), d);
    d = d + 1 == ports_ ? 0 : d + 1;
  }
  if (rotating_) first_ = first_ + 1 == ports_ ? 0 : first_ + 1;
  return matching_;
}

void WaveFrontArbiter::visit(const Word* diagonal, int d) {
  const auto offset = static_cast<std::size_t>(d / kWordBits);
  const int shift = d % kWordBits;
  for (std::size_t w = 0; w < row_tokens_.size(); ++w) {
    const Word asking = diagonal[w] & row_tokens_[w];
    if (asking == 0) continue;
    Word columns = column_tokens_[w + offset] >> shift;
    if (shift != 0) columns |= column_tokens_[w + offset + 1] << (kWordBits - shift);
    const Word granted = asking & columns;
    row_tokens_[w] &= ~granted;
    base::for_each_bit(granted, static_cast<int>(w) * kWordBits, [&](int row) {
      const int column = row + d < ports_ ? row + d : row + d - ports_;
      base::at(matching_, row) = column;
      clear_bit(column_tokens_, column);
      clear_bit(column_tokens_, column + ports_);
      --rows_left_;
    });
  }
}

}  // namespace jacquard::schedule
