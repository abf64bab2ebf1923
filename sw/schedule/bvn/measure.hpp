// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "jacquard/base/bitset.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/demand/stuff.hpp"

namespace jacquard::schedule::bvn {

// What is read off a demand before it is decomposed. All its entries are multiples of 2^scale: byte
// counts mostly share a large power of two, without which their sums fit 32 bits.
struct Measure {
  explicit Measure(const demand::QuantaMatrix& demand) : sums(demand::line_sums(demand)) {
    std::uint64_t any = 0;
    for (const std::int64_t count : demand.row_major()) any |= static_cast<std::uint64_t>(count);
    scale = any == 0 ? 0 : base::lowest_bit(any);
    entry_bits = any == 0 ? 0 : base::highest_bit(any) + 1 - scale;
  }

  // D in units of 2^scale.
  std::int64_t line() const { return sums.largest >> scale; }
  // Whether times up to `lines` times D are below what 32 bits hold.
  bool fits_32_bits(int lines) const {
    return line() < std::numeric_limits<std::int32_t>::max() / lines;
  }
  // Whether entries, in units of 2^scale, are that small: times seldom are.
  bool fits_16_bits() const {
    return fits_32_bits(1) && entry_bits <= std::numeric_limits<std::int16_t>::digits;
  }

  demand::LineSums sums;
  int scale = 0;
  int entry_bits = 0;  // what the largest entry takes
};

}  // namespace jacquard::schedule::bvn
