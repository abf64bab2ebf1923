// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/text.hpp"

#include <cstdint>

namespace jacquard::interop {

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || size > text.size() - i) return false;
    std::uint32_t point = size == 1 ? lead : lead & (0x7fu >> size);
    for (std::size_t k = 1; k < size; ++k) {
      const auto byte = static_cast<unsigned char>(text[i + k]);
      if ((byte & 0xc0u) != 0x80u) return false;
      point = (point << 6) | (byte & 0x3fu);
    }
    const bool overlong = (size == 3 && point < 0x800) || (size == 4 && point < 0x10000);
    if (overlong || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff) return false;
    i += size;
  }
  return true;
}

}  // namespace jacquard::interop
