// SPDX-License-Identifier: Apache-2.0
// How figures and names read in a report.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "jacquard/base/units.hpp"

namespace jacquard::report {

// Text made safe between tags and inside double-quoted attributes; control characters become '?'.
std::string escape(std::string_view text);

std::string grouped(std::int64_t count);              // 1,234,567
std::string number_text(double value);                // "1,041,000", "0.0457", four digits
std::string percent(double share, int decimals = 1);  // "98.4 %"
std::string time_text(base::Picoseconds time);        // "12.3 us", three significant digits
std::string size_text(base::Bytes size);              // "1.23 MB"

}  // namespace jacquard::report
