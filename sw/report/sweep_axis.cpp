// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/sweep_axis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::report {
namespace {

std::optional<double> bare_number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

// "10 /s", as requests come.
std::optional<double> per_second(const std::string& text) {
  const std::size_t unit = text.find("/s");
  if (unit == std::string::npos || unit + 2 != text.size()) return std::nullopt;
  const std::size_t end = text.find_last_not_of(' ', unit == 0 ? 0 : unit - 1);
  return bare_number(text.substr(0, end + 1));
}

template <class Quantity>
std::optional<double> quantity(const std::string& text) {
  try {
    return static_cast<double>(config::parse_quantity<Quantity>(text, {}).count());
  } catch (const base::ConfigError&) {
    return std::nullopt;  // not of this kind
  }
}

using Reader = std::optional<double> (*)(const std::string&);
constexpr Reader kReaders[] = {bare_number, quantity<base::Picoseconds>, quantity<base::Bytes>,
                               quantity<base::BitsPerSecond>, per_second};

std::optional<std::vector<double>> all_read(Reader read, const std::vector<std::string>& points) {
  std::vector<double> values;
  for (const std::string& point : points) {
    const std::optional<double> value = read(point);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

}  // namespace

SweepAxis sweep_axis(const std::vector<std::string>& points) {
  SweepAxis axis;
  for (std::size_t i = 0; i < points.size(); ++i) axis.places.push_back(static_cast<double>(i));
  if (points.empty()) return axis;
  for (const Reader read : kReaders) {
    const auto values = all_read(read, points);
    if (!values) continue;
    axis.quantities = true;
    const auto [least, most] = std::minmax_element(values->begin(), values->end());
    const bool spread = std::abs(*most) > kLinearSpread * std::abs(*least);
    if (*least < *most && (!spread || *least > 0)) return {*values, spread, true};
  }
  return axis;
}

}  // namespace jacquard::report
