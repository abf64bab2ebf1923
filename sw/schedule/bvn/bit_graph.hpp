// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule::bvn {

// Number of words in a row of N bits: W where the compiler knows it, else what the object says.
// Every loop over words of the hot path has one of these bounds, so that it unrolls for small N.
template <int W>
struct WordCount {
  explicit WordCount(int) {}
  constexpr operator int() const { return W; }
};
template <>
struct WordCount<0> {
  explicit WordCount(int words) : count(words) {}
  operator int() const { return count; }
  int count;
};

// Which pairs still have something to send, seen from both sides.
struct BitGraph {
  BitGraph() = default;
  explicit BitGraph(int ports) : columns_of(ports, ports), rows_of(ports, ports) {}

  void add(int row, int column) {
    columns_of.set(row, column);
    rows_of.set(column, row);
  }
  void remove(int row, int column) {
    columns_of.reset(row, column);
    rows_of.reset(column, row);
  }

  base::BitMatrix columns_of;  // per row
  base::BitMatrix rows_of;     // per column
};

inline void set_bit(base::Word* set, int bit) {
  set[bit / base::kWordBits] |= base::Word{1} << (bit % base::kWordBits);
}
inline void clear_bit(base::Word* set, int bit) {
  set[bit / base::kWordBits] &= ~(base::Word{1} << (bit % base::kWordBits));
}
inline bool has_bit(const base::Word* set, int bit) {
  return (set[bit / base::kWordBits] >> (bit % base::kWordBits)) & 1;
}

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
