// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jacquard::report {
namespace {

// `value` in the largest unit that leaves at least 1, with three significant digits or more.
template <std::size_t N>
std::string scaled(double value, const char* const (&units)[N]) {
  std::size_t unit = 0;
  while (std::abs(value) >= 1000 && unit + 1 < N) {
    value /= 1000;
    ++unit;
  }
  const int decimals = unit == 0 || std::abs(value) >= 100 ? 0 : std::abs(value) >= 10 ? 1 : 2;
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

std::string number_text(double value) {
  constexpr double kGrouped = 1000, kLargest = 1e15;
  if (!(std::abs(value) >= kGrouped && std::abs(value) < kLargest)) {
    return fmt::format("{:.4g}", value);
  }
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
  return grouped(std::llround(std::round(value / unit) * unit));
}

std::string percent(double share, int decimals) {
  const double half_a_digit = 0.5 * std::pow(10, -decimals);
  const double value = std::abs(share * 100) < half_a_digit ? 0 : share * 100;  // no "-0.0 %"
  return fmt::format("{:.{}f} %", value, decimals);
}

std::string time_text(base::Picoseconds time) {
  return scaled(static_cast<double>(time.count()), {"ps", "ns", "us", "ms", "s"});
}

std::string size_text(base::Bytes size) {
  return scaled(static_cast<double>(size.count()), {"B", "kB", "MB", "GB", "TB", "PB"});
}

}  // namespace jacquard::report
