// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jacquard::config {

// Where a value stands, for error messages: a file or option, and a JSON pointer or a line in it.
struct Place {
  std::string source;  // "configs/a.json", "--guard"
  std::string where;   // "/slot", "line 3", or ""

  // The place of a member or element, as a JSON pointer (RFC 6901). An error is one readable line,
  // so control characters in a key and all beyond its first 80 bytes are not shown.
  Place operator/(std::string_view key) const;
  Place operator/(std::size_t index) const;

  // Throws the ConfigError "<place>: expected ..., found ... (hint)".
  [[noreturn]] void fail(const std::string& expected, const std::string& found = "",
                         const std::string& hint = "") const;
};

}  // namespace jacquard::config
