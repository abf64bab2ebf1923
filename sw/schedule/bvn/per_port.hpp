// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule::bvn {

// Number of words in a row of N bits: W where the compiler knows it, else what the ports need.
// Every loop over words of the hot path has one of these bounds, so that it unrolls for small N.
template <int W>
struct WordCount {
  explicit WordCount(int) {}
  constexpr operator int() const { return W; }
};
template <>
struct WordCount<0> {
  explicit WordCount(int ports) : count(base::words_for(ports)) {}
  operator int() const { return count; }
  int count;
};

// `count` values: within the object where the compiler knows their number, so that a value is one
// address away, else (Size 0) on the heap.
template <class T, int Size>
class Block {
 public:
  explicit Block(int) {}
  T& operator[](int i) { return base::at(values_, i); }
  const T& operator[](int i) const { return base::at(values_, i); }
  void fill(T value) { values_.fill(value); }

 private:
  std::array<T, static_cast<std::size_t>(Size)> values_{};
};
template <class T>
class Block<T, 0> {
 public:
  explicit Block(int count) : values_(static_cast<std::size_t>(count)) {}
  T& operator[](int i) { return base::at(values_, i); }
  const T& operator[](int i) const { return base::at(values_, i); }
  void fill(T value) { std::fill(values_.begin(), values_.end(), value); }

 private:
  std::vector<T> values_;
};

// A value for every port, and a bit for every port (give the constructor the number of words).
template <class T, int W>
using PerPort = Block<T, W * base::kWordBits>;
template <int W>
using PortSet = Block<base::Word, W>;

}  // namespace jacquard::schedule::bvn
