// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule::bvn {

// Beyond so many bytes a table lies on the heap, so that its owner may lie on a stack.
inline constexpr std::size_t kLargestWithin = 16384;

// `Size` values: within the object while they are few, so that a value is one address away.
template <class T, int Size, bool Within = sizeof(T) * Size <= kLargestWithin>
class Block {
 public:
  T& operator[](int i) { return base::at(values_, i); }
  const T& operator[](int i) const { return base::at(values_, i); }
  void fill(T value) { values_.fill(value); }

 private:
  std::array<T, static_cast<std::size_t>(Size)> values_{};
};
template <class T, int Size>
class Block<T, Size, false> {
 public:
  T& operator[](int i) { return base::at(values_, i); }
  const T& operator[](int i) const { return base::at(values_, i); }
  void fill(T value) { std::fill(values_.begin(), values_.end(), value); }

 private:
  std::vector<T> values_ = std::vector<T>(static_cast<std::size_t>(Size));
};

// A value for every port, and a bit for every port, where W words have a bit for each.
template <class T, int W>
using PerPort = Block<T, W * base::kWordBits>;
template <int W>
using PortSet = Block<base::Word, W>;

// Calls work(W), a std::integral_constant, with a W whose words have a bit for each of these ports.
// Every loop over the words of a row then has a length that the compiler knows.
template <class Work>
decltype(auto) with_words(int ports, Work&& work) {
  const int words = base::words_for(ports);
  if (words <= 1) return work(std::integral_constant<int, 1>());
  if (words <= 2) return work(std::integral_constant<int, 2>());
  if (words <= 4) return work(std::integral_constant<int, 4>());
  if (words <= 8) return work(std::integral_constant<int, 8>());
  return work(std::integral_constant<int, 16>());
}

}  // namespace jacquard::schedule::bvn
