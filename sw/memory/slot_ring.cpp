// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/slot_ring.hpp"

#include <algorithm>

namespace jacquard::memory {
namespace {

constexpr std::size_t kWords = 64;

}  // namespace

SlotRing::SlotRing(int rows)
    : rows_(static_cast<std::size_t>(rows)), mask_(kWords - 1), words_(kWords * rows_) {}

void SlotRing::forget(Slot slot) {
  const Slot begin = slot / kBits;
  for (Slot word = begin_; word < std::min(begin, begin_ + size()); ++word) {
    std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(cell(0, word)), rows_, 0);
  }
  begin_ = std::max(begin_, begin);
}

void SlotRing::clear() {
  std::fill(words_.begin(), words_.end(), 0);
  begin_ = 0;
}

void SlotRing::grow(Slot word) {
  SlotRing larger(*this);
  while (word >= begin_ + larger.size()) larger.mask_ = 2 * larger.mask_ + 1;
  larger.words_.assign((larger.mask_ + 1) * rows_, 0);
  for (Slot w = begin_; w < begin_ + size(); ++w) {
    for (std::size_t row = 0; row < rows_; ++row) {
      larger.words_[larger.cell(0, w) + row] = words_[cell(0, w) + row];
    }
  }
  *this = std::move(larger);
}

}  // namespace jacquard::memory
