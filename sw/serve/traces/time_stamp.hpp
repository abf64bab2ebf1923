// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace jacquard::serve {

// Nanoseconds since 1970 of "2023-11-16 18:17:03.9799600": one to nine decimals or none, a blank or
// a T between date and time, and a time zone such as "+00:00" or "Z" or none. Years 1970 to 2199.
// Nothing for other text.
std::optional<std::int64_t> time_stamp_ns(std::string_view text);

}  // namespace jacquard::serve
