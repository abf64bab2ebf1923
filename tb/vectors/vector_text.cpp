// SPDX-License-Identifier: Apache-2.0
#include "vectors/vector_text.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::tb {

BitWord& BitWord::put(std::uint64_t value, int width) {
  for (int bit = width - 1; bit >= 0; --bit) bits_ += (value >> bit) & 1 ? '1' : '0';
  return *this;
}

BitWord& BitWord::put(const BitWord& lower) {
  bits_ += lower.bits_;
  return *this;
}

std::string BitWord::hex() const {
  std::string text;
  int digit = 0;
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    digit = digit * 2 + (bits_[i] - '0');
    if ((bits_.size() - 1 - i) % 4 != 0) continue;
    text += "0123456789abcdef"[digit];
    digit = 0;
  }
  return text;
}

BitWord repeated(bool bit, int width) {
  BitWord word;
  for (int i = 0; i < width; ++i) word.put(bit, 1);
  return word;
}

void Vectors::add(const BitWord& stimulus, const BitWord& expected, const BitWord& defined) {
  JQ_CHECK(expected.width() == defined.width(), "every output bit is defined or not");
  const std::string mask = defined.hex();
  text += stimulus.hex() + ' ' + expected.hex() + ' ' + mask + '\n';
  ++clocks;
  if (mask.find_first_not_of('0') != std::string::npos) ++compared;
}

}  // namespace jacquard::tb
