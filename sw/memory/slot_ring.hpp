// SPDX-License-Identifier: Apache-2.0
// Which slots of a resource are taken, for bookings in any order: bits in a ring over time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::memory {

using Slot = std::int64_t;

// Several rows of bits. Slots that were forgotten count as taken.
class SlotRing {
 public:
  explicit SlotRing(int rows);

  // The first slot not before `from` that is free in both rows. Requires from >= 0, as all below.
  Slot first_free(int a, int b, Slot from) {
    if (from < begin_ * kBits) from = begin_ * kBits;
    Slot word = from / kBits;
    std::uint64_t free = free_in(a, b, word) & (~std::uint64_t{0} << (from % kBits));
    while (free == 0) free = free_in(a, b, ++word);
    return word * kBits + __builtin_ctzll(free);
  }
  // The first slot not before `from` that is taken. Requires one, and `from` not forgotten.
  Slot first_taken(int row, Slot from) const {
    Slot word = from / kBits;
    std::uint64_t taken = bits(row, word) & (~std::uint64_t{0} << (from % kBits));
    while (taken == 0) taken = bits(row, ++word);
    return word * kBits + __builtin_ctzll(taken);
  }
  // Every slot from `first` to `last`.
  void take(int row, Slot first, Slot last) {
    if (first < begin_ * kBits) first = begin_ * kBits;
    const Slot end = last / kBits;
    if (end >= begin_ + size()) grow(end);
    Slot word = first / kBits;
    std::uint64_t taken = ~std::uint64_t{0} << (first % kBits);
    for (; word < end; ++word, taken = ~std::uint64_t{0}) bits(row, word) |= taken;
    bits(row, end) |= taken & (~std::uint64_t{0} >> (kBits - 1 - last % kBits));
  }
  // Nothing is booked before `slot` any more.
  void forget(Slot slot);
  // As new.
  void clear();

 private:
  using Words = std::vector<std::uint64_t>;
  static constexpr Slot kBits = 64;

  Slot size() const { return static_cast<Slot>(mask_) + 1; }
  // The rows of one word lie together.
  std::size_t cell(int row, Slot word) const {
    return (static_cast<std::size_t>(word) & mask_) * rows_ + static_cast<std::size_t>(row);
  }
  std::uint64_t& bits(int row, Slot word) { return words_[cell(row, word)]; }
  std::uint64_t bits(int row, Slot word) const { return words_[cell(row, word)]; }
  std::uint64_t free_in(int a, int b, Slot word) {
    if (word >= begin_ + size()) grow(word);
    return ~(bits(a, word) | bits(b, word));
  }
  void grow(Slot word);  // until it holds that word

  std::size_t rows_;
  std::size_t mask_;  // words - 1, in a power of two
  Words words_;
  Slot begin_ = 0;  // the first word that is kept; all others are free beyond the booked ones
};

}  // namespace jacquard::memory
