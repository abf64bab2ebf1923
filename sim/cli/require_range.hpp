// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace jacquard::cli {

// Throws ConfigError naming the option if `value` is outside low..high.
void require_range(const char* option, std::int64_t value, std::int64_t low, std::int64_t high);

}  // namespace jacquard::cli
