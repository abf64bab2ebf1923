// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::base {

// A mixed-radix number system: number = sum of digit d x stride d, digit 0 the fastest.
class MixedRadix {
 public:
  MixedRadix() = default;
  // Radices, each at least 1; their product fits 64 bits (checked).
  explicit MixedRadix(std::vector<int> radices);

  std::int64_t count() const { return count_; }  // product of the radices; 1 for no digits
  // The same, where the numbers are of ranks, or of so few pieces that each can be looked at: of
  // 65,536 NPUs' all-to-all they are too many. Requires it to fit an int; so do digit() and what
  // follows.
  int size() const { return static_cast<int>(count_); }
  int digits() const { return static_cast<int>(radices_.size()); }
  int radix(int digit) const { return base::at(radices_, digit); }
  // How far apart numbers are that differ by 1 in that digit: the product of the radices before.
  int stride(int digit) const { return static_cast<int>(base::at(strides_, digit)); }
  int digit(int number, int digit) const { return number / stride(digit) % radix(digit); }
  // `number` with that digit replaced by `value` in 0..radix-1.
  int with_digit(int number, int digit, int value) const {
    return number + (value - this->digit(number, digit)) * stride(digit);
  }
  // The first digit in which two numbers differ; digits() if they are one.
  int first_difference(int a, int b) const;
  const std::vector<int>& radices() const { return radices_; }

  friend bool operator==(const MixedRadix& a, const MixedRadix& b) {
    return a.radices_ == b.radices_;
  }

 private:
  std::vector<int> radices_;
  std::vector<std::int64_t> strides_;
  std::int64_t count_ = 1;
};

}  // namespace jacquard::base
