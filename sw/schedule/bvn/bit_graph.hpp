// SPDX-License-Identifier: Apache-2.0
#pragma once

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

// A set of ports for every port.
template <int W>
class BitRows {
 public:
  explicit BitRows(int ports) : words_(ports), bits_(ports * words_) {}

  void clear() { bits_.fill(0); }
  base::Word* row(int r) { return &bits_[r * words_]; }
  const base::Word* row(int r) const { return &bits_[r * words_]; }
  void add(int r, int bit) { set_bit<W>(row(r), bit); }
  void remove(int r, int bit) { clear_bit<W>(row(r), bit); }
  bool has(int r, int bit) const { return has_bit<W>(row(r), bit); }

 private:
  WordCount<W> words_;
  Block<base::Word, W * W * base::kWordBits> bits_;
};

// Which pairs still have something to send, seen from both sides.
template <int W>
struct BitGraph {
  explicit BitGraph(int ports) : columns_of(ports), rows_of(ports) {}

  void clear() {
    columns_of.clear();
    rows_of.clear();
  }
  void add(int row, int column) {
    columns_of.add(row, column);
    rows_of.add(column, row);
  }
  void remove(int row, int column) {
    columns_of.remove(row, column);
    rows_of.remove(column, row);
  }

  BitRows<W> columns_of;  // per row
  BitRows<W> rows_of;     // per column
};

// Lowest bit that both sets have, -1 if there is none.
template <int W>
inline int first_common(const base::Word* a, const base::Word* b, WordCount<W> words) {
  for (int k = 0; k < words; ++k) {
    if (const base::Word both = a[k] & b[k]) return k * base::kWordBits + base::lowest_bit(both);
  }
  return -1;
}

// Calls visit(bit) for every bit of a set, lowest first.
template <int W, class Visit>
inline void for_each_member(const base::Word* set, WordCount<W> words, Visit&& visit) {
  for (int k = 0; k < words; ++k) base::for_each_bit(set[k], k * base::kWordBits, visit);
}

}  // namespace jacquard::schedule::bvn
