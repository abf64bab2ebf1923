// SPDX-License-Identifier: Apache-2.0
// Test vectors: one line per clock, three hexadecimal words: stimulus, expected outputs, and which
// bits of those are defined. A test bench in any simulator reads them with $fscanf.
#pragma once

#include <cstdint>
#include <string>

namespace jacquard::tb {

// A word of any width, built from its highest field down, as a concatenation is written.
class BitWord {
 public:
  BitWord& put(std::uint64_t value, int width);
  BitWord& put(const BitWord& lower);
  int width() const { return static_cast<int>(bits_.size()); }
  std::string hex() const;

 private:
  std::string bits_;  // '0' and '1', highest first
};

BitWord repeated(bool bit, int width);

struct Vectors {
  std::string text;
  std::int64_t clocks = 0;
  std::int64_t compared = 0;  // clocks in which an output is compared

  void add(const BitWord& stimulus, const BitWord& expected, const BitWord& defined);
};

}  // namespace jacquard::tb
