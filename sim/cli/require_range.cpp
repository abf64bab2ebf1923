// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/require_range.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {

void require_range(const char* option, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return;
  throw base::ConfigError(
      {option, "", fmt::format("a whole number in {}..{}", low, high), std::to_string(value), ""});
}

}  // namespace jacquard::cli
