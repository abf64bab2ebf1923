// SPDX-License-Identifier: Apache-2.0
// Numbers as bits, the highest bit of each byte first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::stack {

// Bits that tell `values` values apart: 0 for one.
inline int bits_for(std::uint64_t values) {
  int bits = 0;
  while (bits < 64 && (std::uint64_t{1} << bits) < values) ++bits;
  return bits;
}

class BitWriter {
 public:
  void put(std::uint64_t value, int bits);  // bits <= 64; value < 2^bits
  // Any number below 2^63, small ones in few bits: 0 in 1, 1 in 4, 1,000 in 16 (Elias 1975, delta).
  void put_number(std::uint64_t value);
  std::int64_t bits() const { return bits_; }
  const std::string& bytes() const { return bytes_; }  // the last one filled up with zeros

 private:
  std::string bytes_;
  std::int64_t bits_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::string_view bytes, std::string source)
      : bytes_(bytes), source_(std::move(source)) {}

  // Both throw ConfigError of the source where bits are missing, or are no number.
  std::uint64_t get(int bits);
  std::uint64_t get_number();
  // The same, where more than `most` is an error; `what` it is.
  std::uint64_t get_number(std::uint64_t most, const char* what);
  // Bits that are left.
  std::int64_t left() const { return static_cast<std::int64_t>(bytes_.size()) * 8 - at_; }
  [[noreturn]] void fail(const std::string& expected, const std::string& found) const;

 private:
  std::string_view bytes_;
  std::string source_;
  std::int64_t at_ = 0;
};

}  // namespace jacquard::stack
