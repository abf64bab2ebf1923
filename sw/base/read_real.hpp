// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>

namespace jacquard::base {

// std::from_chars for a real number, which libc++ lacked for long.
std::from_chars_result read_real(const char* begin, const char* end, double& value);

}  // namespace jacquard::base
