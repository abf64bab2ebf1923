// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/cell_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jacquard::report {

std::string without_control(std::string text, Lines lines) {
  const auto is_control = [lines](unsigned char c) {
    return (c < 0x20 || c == 0x7f) && !(c == '\n' && lines == Lines::several);
  };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

std::string cell_text(const Row& value) {
  if (value.is_string()) return without_control(value.get<std::string>(), Lines::one);
  if (value.is_number_float()) {
    const double v = value.get<double>();
    return std::abs(v) >= 1e6 || (v != 0 && std::abs(v) < 1e-3) ? fmt::format("{:.4g}", v)
                                                                : fmt::format("{:.4f}", v);
  }
  return value.is_null() ? "-" : value.dump();
}

}  // namespace jacquard::report
