// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule {

// Lines of one side, rows or columns: a bit each. The number of words is fixed, so that its loops
// unroll.
template <int kWords>
class LineSet {
 public:
  static LineSet all(int lines) {
    LineSet set;
    for (int w = 0; w < kWords; ++w) {
      set.word(w) = base::low_mask(std::max(0, lines - w * base::kWordBits));
    }
    return set;
  }

  base::Word& word(int w) { return words_[static_cast<std::size_t>(w)]; }
  base::Word word(int w) const { return words_[static_cast<std::size_t>(w)]; }

  void set(int line) { word(line / base::kWordBits) |= bit(line); }
  void reset(int line) { word(line / base::kWordBits) &= ~bit(line); }
  bool has(int line) const { return (word(line / base::kWordBits) & bit(line)) != 0; }
  bool any() const {
    base::Word any = 0;
    for (const base::Word w : words_) any |= w;
    return any != 0;
  }

  LineSet& operator|=(const LineSet& other) {
    for (int w = 0; w < kWords; ++w) word(w) |= other.word(w);
    return *this;
  }
  LineSet& operator&=(const LineSet& other) {
    for (int w = 0; w < kWords; ++w) word(w) &= other.word(w);
    return *this;
  }
  LineSet& operator-=(const LineSet& other) {
    for (int w = 0; w < kWords; ++w) word(w) &= ~other.word(w);
    return *this;
  }
  friend LineSet operator|(LineSet a, const LineSet& b) { return a |= b; }
  friend LineSet operator&(LineSet a, const LineSet& b) { return a &= b; }
  friend LineSet operator-(LineSet a, const LineSet& b) { return a -= b; }

  // Calls visit(line), lowest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (int w = 0; w < kWords; ++w) base::for_each_bit(word(w), w * base::kWordBits, visit);
  }

  // The first, if lines are looked at downwards from `line` and then from the highest on. There is
  // one.
  int first_down_from(int line) const {
    int w = line / base::kWordBits;
    base::Word lines = word(w) & base::low_mask(line % base::kWordBits + 1);
    while (lines == 0) {
      w = w == 0 ? kWords - 1 : w - 1;
      lines = word(w);
    }
    return w * base::kWordBits + base::highest_bit(lines);
  }

 private:
  static base::Word bit(int line) { return base::Word{1} << (line % base::kWordBits); }

  std::array<base::Word, static_cast<std::size_t>(kWords)> words_{};
};

}  // namespace jacquard::schedule
