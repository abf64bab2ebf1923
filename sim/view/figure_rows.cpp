// SPDX-License-Identifier: Apache-2.0
#include "sim/view/figure_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "sim/view/axis_unit.hpp"

namespace jacquard::view {

using config::Json;

RowList all_rows(const Json& result) {
  RowList found;
  const auto rows = result.find("rows");
  if (rows == result.end() || !rows->is_array()) return found;
  for (const Json& row : *rows) {
    if (row.is_object()) found.push_back(&row);
  }
  return found;
}

RowList rows_of(const Json& result, const std::string& kind) {
  RowList found = all_rows(result);
  const auto other = [&](const Json* row) { return text_of(*row, "row_kind") != kind; };
  found.erase(std::remove_if(found.begin(), found.end(), other), found.end());
  return found;
}

std::optional<double> number_of(const Json& row, const std::string& key) {
  const auto at = row.find(key);
  if (at == row.end() || !at->is_number() || !std::isfinite(at->get<double>())) return std::nullopt;
  return at->get<double>();
}

std::string text_of(const Json& row, const std::string& key) {
  const auto at = row.find(key);
  return at != row.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::string name_among(const Json& row, const RowList& rows, const std::vector<std::string>& keys) {
  std::string name;
  for (const std::string& key : keys) {
    std::set<std::string> values;
    for (const Json* one : rows) values.insert(one->value(key, Json()).dump());
    const auto value = row.find(key);
    if (values.size() < 2 || value == row.end() || value->is_null()) continue;
    std::string text = value->is_string() ? value->get<std::string>() : key + " " + value->dump();
    if (!value->is_string()) std::replace(text.begin(), text.end(), '_', ' ');
    if (!text.empty()) name += (name.empty() ? "" : ", ") + text;
  }
  return name;
}

std::optional<std::pair<Sought, RowList>> headline_rows(const Json& result,
                                                        const std::vector<Sought>& sought) {
  for (const Sought& one : sought) {
    RowList rows = rows_of(result, one.row_kind);
    const auto lacks = [&](const Json* row) { return !number_of(*row, one.key); };
    rows.erase(std::remove_if(rows.begin(), rows.end(), lacks), rows.end());
    if (!rows.empty()) return std::pair(one, std::move(rows));
  }
  return std::nullopt;
}

std::string capital(std::string words) {
  if (!words.empty()) {
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  }
  return words;
}

void scale_y(Figure& figure, report::Unit unit) {
  double most = 0;
  for (const Figure::Point& point : figure.points) most = std::max(most, std::abs(point.y));
  const AxisUnit scale = axis_unit(unit, most);
  for (Figure::Point& point : figure.points) point.y /= scale.size;
  if (!scale.name.empty()) figure.head[2] += fmt::format(" ({})", scale.name);
}

void scale_x(Figure& figure, report::Unit unit) {
  double most = 0;
  for (const Figure::Point& point : figure.points) most = std::max(most, point.x.get<double>());
  const AxisUnit scale = axis_unit(unit, most);
  for (Figure::Point& point : figure.points) point.x = point.x.get<double>() / scale.size;
  if (!scale.name.empty()) figure.head[1] += fmt::format(" ({})", scale.name);
}

}  // namespace jacquard::view
