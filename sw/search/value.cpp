// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/value.hpp"

#include <fmt/format.h>

namespace jacquard::search {

std::string text_of(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

}  // namespace jacquard::search
