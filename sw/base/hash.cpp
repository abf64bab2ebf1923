// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/hash.hpp"

namespace jacquard::base {

std::string fnv1a_hex(std::string_view text) {
  std::uint64_t hash = fnv1a(text);
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
  return digits;
}

}  // namespace jacquard::base
