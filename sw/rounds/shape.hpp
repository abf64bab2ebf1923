// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::rounds {

// A mixed-radix number system: rank = sum of digit d x stride d, digit 0 the fastest.
class Shape {
 public:
  Shape() = default;
  // Radices, each at least 1; their product fits 64 bits (checked).
  explicit Shape(std::vector<int> radices);

  std::int64_t count() const { return count_; }  // product of the radices; 1 for no digits
  // The same, of a shape of ranks, or of so few pieces that each can be looked at: of 65,536 NPUs'
  // all-to-all they are too many. Requires it to fit an int; so do digit() and what follows.
  int size() const { return static_cast<int>(count_); }
  int digits() const { return static_cast<int>(radices_.size()); }
  int radix(int digit) const { return base::at(radices_, digit); }
  int stride(int digit) const { return static_cast<int>(base::at(strides_, digit)); }
  int digit(int rank, int digit) const { return rank / stride(digit) % radix(digit); }
  // `rank` with that digit replaced by `value` in 0..radix-1.
  int with_digit(int rank, int digit, int value) const {
    return rank + (value - this->digit(rank, digit)) * stride(digit);
  }
  const std::vector<int>& radices() const { return radices_; }

  friend bool operator==(const Shape& a, const Shape& b) { return a.radices_ == b.radices_; }

 private:
  std::vector<int> radices_;
  std::vector<std::int64_t> strides_;
  std::int64_t count_ = 1;
};

}  // namespace jacquard::rounds
