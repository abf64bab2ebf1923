// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/bvn/per_port.hpp"

namespace jacquard::schedule::bvn {

// Bits of a set of W words. One word needs no index, which lets the compiler keep it in a register.
template <int W>
inline base::Word& word_of(base::Word* set, int bit) {
  return set[W == 1 ? 0u : static_cast<unsigned>(bit) / base::kWordBits];
}
inline base::Word mask_of(int bit) {
  return base::Word{1} << (static_cast<unsigned>(bit) % base::kWordBits);
}
template <int W>
inline void set_bit(base::Word* set, int bit) {
  word_of<W>(set, bit) |= mask_of(bit);
}
template <int W>
inline void clear_bit(base::Word* set, int bit) {
  word_of<W>(set, bit) &= ~mask_of(bit);
}
template <int W>
inline bool has_bit(const base::Word* set, int bit) {
  return (set[W == 1 ? 0u : static_cast<unsigned>(bit) / base::kWordBits] & mask_of(bit)) != 0;
}

// Lowest bit that both sets have, -1 if there is none.
template <int W>
inline int first_common(const base::Word* a, const base::Word* b) {
  for (int k = 0; k < W; ++k) {
    if (const base::Word both = a[k] & b[k]) return k * base::kWordBits + base::lowest_bit(both);
  }
  return -1;
}

// Calls visit(bit) for every bit of a set, lowest first.
template <int W, class Visit>
inline void for_each_member(const base::Word* set, Visit&& visit) {
  for (int k = 0; k < W; ++k) base::for_each_bit(set[k], k * base::kWordBits, visit);
}

// A set of few ports: the words that may have any are known, and no others are looked at.
template <int W>
class FewPorts {
 public:
  void add(int port) {
    set_bit<W>(&words_[0], port);
    if (W > 1) busy_ |= mask_of(port / base::kWordBits);
  }
  void remove(int port) { clear_bit<W>(&words_[0], port); }
  void clear() {
    for_each_word([this](int k, base::Word) { words_[k] = 0; });
    busy_ = kBusy;
  }

  bool empty() {
    bool any = false;
    for_each_word([&any](int, base::Word) { any = true; });
    return !any;
  }

  // Calls visit(k, word) for every word with a member, lowest first. The visit may change the set.
  template <class Visit>
  void for_each_word(Visit&& visit) {
    base::for_each_bit(busy_, 0, [&](int k) {
      if (const base::Word word = words_[k]) {
        visit(k, word);
      } else if (W > 1) {
        busy_ &= ~mask_of(k);
      }
    });
  }
  template <class Visit>
  void for_each(Visit&& visit) {
    for_each_word(
        [&](int k, base::Word word) { base::for_each_bit(word, k * base::kWordBits, visit); });
  }
  // The lowest member that is also in `other`, -1 if there is none.
  int first_common(const base::Word* other) const {
    for (base::Word rest = busy_; rest != 0; rest &= rest - 1) {
      const int k = base::lowest_bit(rest);
      if (const base::Word both = words_[k] & other[k]) {
        return k * base::kWordBits + base::lowest_bit(both);
      }
    }
    return -1;
  }

 private:
  static constexpr base::Word kBusy = W == 1 ? 1 : 0;  // a lone word is always looked at

  PortSet<W> words_;
  base::Word busy_ = kBusy;
};

// A set of ports for every port.
template <int W>
class BitRows {
 public:
  void clear() { bits_.fill(0); }
  base::Word* row(int r) { return &bits_[r * W]; }
  const base::Word* row(int r) const { return &bits_[r * W]; }
  void add(int r, int bit) { set_bit<W>(row(r), bit); }
  void remove(int r, int bit) { clear_bit<W>(row(r), bit); }
  int count(int r) const {
    int count = 0;
    for (int k = 0; k < W; ++k) count += base::count_bits(row(r)[k]);
    return count;
  }

 private:
  Block<base::Word, W * W * base::kWordBits> bits_;
};

// Lines of a crossbar are its rows and its columns.
enum Side : unsigned { kRows, kColumns };
constexpr Side other(Side side) { return side == kRows ? kColumns : kRows; }

// Which pairs still have something to send, seen from both sides.
template <int W>
struct BitGraph {
  void clear() {
    for (BitRows<W>& side : of) side.clear();
  }
  void add(int row, int column) {
    of[kRows].add(row, column);
    of[kColumns].add(column, row);
  }
  void remove(int row, int column) {
    of[kRows].remove(row, column);
    of[kColumns].remove(column, row);
  }

  std::array<BitRows<W>, 2> of;  // columns of each row, rows of each column
};

}  // namespace jacquard::schedule::bvn
