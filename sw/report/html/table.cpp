// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {
namespace {

constexpr std::array<const char*, 5> kUnits = {"ps", "ns", "us", "ms", "s"};

// In picoseconds, with the place of its unit in kUnits.
struct Time {
  double ps;
  std::size_t unit;
};

double length_of(std::size_t unit) { return std::pow(1000, static_cast<double>(unit)); }

std::optional<Time> time_of(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  if (end == cell.c_str() || *end != ' ' || !std::isfinite(value)) return std::nullopt;
  for (std::size_t u = 0; u < kUnits.size(); ++u) {
    if (std::string(end + 1) == kUnits.at(u)) return Time{value * length_of(u), u};
  }
  return std::nullopt;
}

// Three digits, without a power of ten.
std::string three_digits(double value) {
  const double size = std::abs(value);
  const int decimals = size == 0 ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::string words_of(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

std::vector<std::string> in_one_unit(std::vector<std::string> cells) {
  constexpr double kLeastShown = 0.001;
  std::vector<Time> times;
  for (const std::string& cell : cells) {
    const auto time = time_of(cell);
    if (!time) return cells;
    times.push_back(*time);
  }
  std::size_t unit = 0;
  for (const Time& t : times) unit = t.ps > 0 ? std::max(unit, t.unit) : unit;
  for (const Time& t : times) {
    if (t.ps > 0 && t.ps < kLeastShown * length_of(unit)) return cells;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (times[i].unit == unit) continue;
    cells[i] = three_digits(times[i].ps / length_of(unit)) + " " + kUnits.at(unit);
  }
  return cells;
}

std::string html_table(const std::vector<std::string>& headings,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class=\"scroll\"><table>\n<thead><tr>";
  std::vector<std::vector<std::string>> columns;
  for (std::size_t c = 0; c < headings.size(); ++c) {
    html += "<th>" + escape(words_of(headings[c])) + "</th>";
    columns.emplace_back();
    for (const auto& row : rows) columns.back().push_back(row[c]);
    columns.back() = in_one_unit(std::move(columns.back()));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    html += "<tr>";
    for (const auto& column : columns) html += "<td>" + escape(column[r]) + "</td>";
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace jacquard::report
