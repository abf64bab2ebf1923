// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/text.hpp"

#include <fmt/format.h>

namespace jacquard::report {
namespace {

// `value` in the largest unit that leaves at least 1, with three significant digits or more.
template <std::size_t N>
std::string scaled(double value, const char* const (&units)[N]) {
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < N) {
    value /= 1000;
    ++unit;
  }
  const int decimals = unit == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

}  // namespace

std::string escape(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? '?' : c;
    }
  }
  return safe;
}

std::string grouped(std::int64_t count) {
  std::string digits = std::to_string(count);
  const std::ptrdiff_t first = digits[0] == '-' ? 1 : 0;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string percent(double share, int decimals) {
  return fmt::format("{:.{}f} %", share * 100, decimals);
}

std::string time_text(base::Picoseconds time) {
  return scaled(static_cast<double>(time.count()), {"ps", "ns", "us", "ms", "s"});
}

std::string size_text(base::Bytes size) {
  return scaled(static_cast<double>(size.count()), {"B", "kB", "MB", "GB", "TB", "PB"});
}

}  // namespace jacquard::report
