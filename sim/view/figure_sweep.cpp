// SPDX-License-Identifier: Apache-2.0
// Figures of what was swept: rows bear their point, as "guard=10 ns; demand=moe:16".
#include <algorithm>
#include <cstdlib>
#include <set>

#include "jacquard/report/sweep_axis.hpp"
#include "sim/view/figure_rows.hpp"

namespace jacquard::view {
namespace {

using config::Json;
using Pairs = std::vector<std::pair<std::string, std::string>>;  // key and value

Pairs point_of(const Json& row) {
  Pairs pairs;
  std::string rest = text_of(row, "sweep_point");
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find("; "), rest.size());
    const std::string one = rest.substr(0, end);
    const std::size_t is = std::min(one.find('='), one.size());
    pairs.emplace_back(one.substr(0, is), one.substr(std::min(is + 1, one.size())));
    rest.erase(0, std::min(end + 2, rest.size()));
  }
  if (pairs.empty() && !text_of(row, "point").empty()) {  // of an experiment that sweeps itself
    pairs.emplace_back(text_of(row, "swept"), text_of(row, "point"));
  }
  return pairs;
}

// Of "circuit.next_guard": "next guard".
std::string words_of(std::string key) {
  key.erase(0, key.rfind('.') + 1);
  for (char& c : key) {
    if (c == '_' || c == '-') c = ' ';
  }
  return key;
}

// Of "10 ns": 10, and "ns".
std::pair<double, std::string> split(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  std::string unit = end;
  unit.erase(0, std::min(unit.find_first_not_of(' '), unit.size()));
  return {value, unit == "/s" ? "1/s" : unit};
}

bool is_zero(const std::string& text) {
  char* end = nullptr;
  return std::strtod(text.c_str(), &end) == 0 && end != text.c_str();
}

struct Axis {
  std::vector<double> places;  // in the unit of the largest; none where values are names
  std::string unit;
  bool logarithmic = false;
};

Axis axis_of(const std::vector<std::string>& values) {
  std::vector<std::string> above;  // 0 has a place on any axis
  for (const std::string& value : values) {
    if (!is_zero(value)) above.push_back(value);
  }
  const report::SweepAxis read = report::sweep_axis(above);
  if (!read.quantities) return {};
  const auto most = std::max_element(read.places.begin(), read.places.end());
  const auto [number, unit] = split(above[static_cast<std::size_t>(most - read.places.begin())]);
  const double size = above.size() == 1 ? 0 : *most / number;
  Axis axis{{}, unit, read.logarithmic};
  auto next = read.places.begin();
  for (const std::string& value : values) {
    axis.places.push_back(is_zero(value) ? 0 : size == 0 ? number : *next++ / size);
  }
  return axis;
}

std::string series_of(const Json& row, const RowList& rows, const Sought& one,
                      const std::string& on_x) {
  std::vector<std::string> keys;
  for (const std::string& key : one.lines) {
    if (words_of(key) != on_x && key != "point") keys.push_back(key);
  }
  std::string name;
  const Pairs point = point_of(row);
  for (std::size_t k = 0; k + 1 < point.size(); ++k) {
    name += (name.empty() ? "" : ", ") + words_of(point[k].first) + " " + point[k].second;
  }
  const std::string own = name_among(row, rows, keys);
  if (!own.empty()) name += (name.empty() ? "" : ", ") + own;
  return name.empty() ? capital(one.words) : name;
}

}  // namespace

std::optional<Figure> sweep_figure(const Json& result, const std::vector<Sought>& sought) {
  const auto found = headline_rows(result, sought);
  if (!found) return std::nullopt;
  const auto& [one, rows] = *found;
  std::vector<std::string> values;
  std::string on_x;
  for (const Json* row : rows) {
    const Pairs point = point_of(*row);
    if (point.empty()) continue;
    on_x = words_of(point.back().first);
    if (std::find(values.begin(), values.end(), point.back().second) == values.end()) {
      values.push_back(point.back().second);
    }
  }
  if (values.empty()) return std::nullopt;
  Figure figure;
  figure.head = {"series", capital(on_x), capital(one.words)};
  const Axis axis = axis_of(values);
  const bool numbers = !axis.places.empty();
  if (numbers) {
    figure.chart = Chart::lines;
    figure.log_x = axis.logarithmic;
    if (!axis.unit.empty()) figure.head[1] += " (" + axis.unit + ")";
  }
  std::set<std::pair<std::string, std::string>> there;  // the first row of a line at a place
  for (const Json* row : rows) {
    const Pairs point = point_of(*row);
    if (point.empty()) continue;
    const std::string series = series_of(*row, rows, one, on_x);
    if (!there.emplace(series, point.back().second).second) continue;
    const auto at = std::find(values.begin(), values.end(), point.back().second) - values.begin();
    const report::Row x = numbers ? report::Row(axis.places[static_cast<std::size_t>(at)])
                                  : report::Row(point.back().second);
    figure.points.push_back({series, x, *number_of(*row, one.key)});
  }
  if (numbers) {
    std::stable_sort(figure.points.begin(), figure.points.end(), [](const auto& a, const auto& b) {
      return a.x.template get<double>() < b.x.template get<double>();
    });
  }
  const auto [least, most] =
      std::minmax_element(figure.points.begin(), figure.points.end(),
                          [](const auto& a, const auto& b) { return a.y < b.y; });
  figure.log_y = numbers && least->y > 0 && most->y > report::kLinearSpread * least->y;
  scale_y(figure, one.unit);
  return figure;
}

}  // namespace jacquard::view
