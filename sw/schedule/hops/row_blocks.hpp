// SPDX-License-Identifier: Apache-2.0
// What each shift has to carry once the digits below it are right, for shifts of any shape.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"

namespace jacquard::schedule {

// Once the digits below `stride` are right, what is for a destination lies at the port with those
// digits of the destination and the other digits of its source. So which shapes put them right does
// not matter: a block of `stride` rows in turn is added up, and each column knows its port.
class RowBlocks {
 public:
  explicit RowBlocks(const demand::QuantaMatrix& demand);

  int stride() const { return stride_; }
  // The blocks once a further digit of so many values is right. Requires a divisor of ports/stride.
  RowBlocks joined(int size) const;
  struct DigitLoad {
    std::vector<std::int64_t> holds;  // by 1, by 2, ...: what the port that sends most by it has
    std::int64_t busiest = 0;         // the most that a port sends, or gets, by all of them
  };
  // Of the shifts of the next digit, if it has `size` values. O(N^2 / stride).
  DigitLoad load(int size) const;

 private:
  RowBlocks(int ports, int stride) : ports_(ports), stride_(stride) {}
  const std::int64_t* block(int b) const {
    return sums_.data() + static_cast<std::ptrdiff_t>(b) * ports_;
  }

  int ports_;
  int stride_;
  std::vector<std::int64_t> sums_;  // ports / stride blocks of a sum for each column
};

}  // namespace jacquard::schedule
