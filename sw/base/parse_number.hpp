// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "jacquard/base/read_real.hpp"

namespace jacquard::base {

// The decimal number that the whole text is. Nothing for other text, blanks and a leading plus
// included, and for what Number cannot hold. A real number may be infinite or no number.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  std::from_chars_result result{};
  if constexpr (std::is_same_v<Number, double>) {
    result = read_real(text.data(), end, value);
  } else {
    result = std::from_chars(text.data(), end, value);
  }
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return value;
}

}  // namespace jacquard::base
