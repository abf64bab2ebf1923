// SPDX-License-Identifier: Apache-2.0
// Bit sets whose size is known at run time, stored as 64-bit words; the hot loops work on the words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::base {

using Word = std::uint64_t;
inline constexpr int kWordBits = 64;

constexpr int words_for(int bits) { return (bits + kWordBits - 1) / kWordBits; }
inline int lowest_bit(Word w) { return __builtin_ctzll(w); }   // w != 0
inline int highest_bit(Word w) { return 63 - __builtin_clzll(w); }  // w != 0
inline int count_bits(Word w) { return __builtin_popcountll(w); }
constexpr Word low_mask(int bits) { return bits >= kWordBits ? ~Word{0} : (Word{1} << bits) - 1; }

// Calls visit(index) for each set bit of a word, lowest first; `base` is the index of bit 0.
template <class Visit>
inline void for_each_bit(Word word, int base, Visit&& visit) {
  for (; word != 0; word &= word - 1) visit(base + lowest_bit(word));
}

// `rows` bit sets of `bits` bits each, contiguous; row r is `words()` words from `row(r)`.
class BitMatrix {
 public:
  BitMatrix() = default;
  BitMatrix(int rows, int bits)
      : words_(words_for(bits)),
        data_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(words_), 0) {}

  int words() const { return words_; }
  Word* row(int r) { return data_.data() + offset(r); }
  const Word* row(int r) const { return data_.data() + offset(r); }
  void set(int r, int b) { row(r)[b / kWordBits] |= Word{1} << (b % kWordBits); }
  void reset(int r, int b) { row(r)[b / kWordBits] &= ~(Word{1} << (b % kWordBits)); }
  bool test(int r, int b) const { return (row(r)[b / kWordBits] >> (b % kWordBits)) & 1; }

 private:
  std::size_t offset(int r) const {
    return static_cast<std::size_t>(r) * static_cast<std::size_t>(words_);
  }
  int words_ = 0;
  std::vector<Word> data_;
};

}  // namespace jacquard::base
