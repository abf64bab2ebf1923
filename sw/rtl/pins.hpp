// SPDX-License-Identifier: Apache-2.0
// Fields packed into the words of a wide port.
#pragma once

#include <cstdint>

#include "jacquard/base/bitset.hpp"

namespace jacquard::rtl {

// Bits of a port number.
inline int port_width(int ports) {
  return ports > 1 ? base::highest_bit(static_cast<base::Word>(ports - 1)) + 1 : 1;
}

// `bits` bits, 1..64, from bit `at` on, in words that start as zeros.
void put_bits(std::uint32_t* words, int at, int bits, std::uint64_t value);
std::uint64_t get_bits(const std::uint32_t* words, int at, int bits);

// Field `index` of fields of `bits` bits.
inline void put_field(std::uint32_t* words, int index, int bits, std::uint64_t value) {
  put_bits(words, index * bits, bits, value);
}
inline std::uint64_t get_field(const std::uint32_t* words, int index, int bits) {
  return get_bits(words, index * bits, bits);
}

}  // namespace jacquard::rtl
