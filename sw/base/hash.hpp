// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::base {

// FNV-1a, 64 bits: names streams, runs and cached models. Not for untrusted input.
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

// The same as 16 hexadecimal digits.
std::string fnv1a_hex(std::string_view text);

}  // namespace jacquard::base
