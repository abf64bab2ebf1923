// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/pins.hpp"

namespace jacquard::rtl {

void put_bits(std::uint32_t* words, int at, int bits, std::uint64_t value) {
  value &= base::low_mask(bits);
  for (int left = bits; left > 0;) {
    const int shift = at % 32, room = 32 - shift;
    words[at / 32] |= static_cast<std::uint32_t>(value << shift);
    value = room < 64 ? value >> room : 0;
    at += room;
    left -= room;
  }
}

std::uint64_t get_bits(const std::uint32_t* words, int at, int bits) {
  std::uint64_t value = 0;
  for (int done = 0; done < bits;) {
    const int shift = at % 32;
    value |= static_cast<std::uint64_t>(words[at / 32] >> shift) << done;
    at += 32 - shift;
    done += 32 - shift;
  }
  return value & base::low_mask(bits);
}

}  // namespace jacquard::rtl
