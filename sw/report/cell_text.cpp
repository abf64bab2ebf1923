// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/cell_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jacquard::report {
namespace {

// A name from a file moves no terminal's cursor and breaks no line.
std::string without_control(std::string text) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

}  // namespace

std::string cell_text(const Row& value) {
  if (value.is_string()) return without_control(value.get<std::string>());
  if (value.is_number_float()) {
    const double v = value.get<double>();
    return std::abs(v) >= 1e6 || (v != 0 && std::abs(v) < 1e-3) ? fmt::format("{:.4g}", v)
                                                                : fmt::format("{:.4f}", v);
  }
  return value.is_null() ? "-" : value.dump();
}

}  // namespace jacquard::report
