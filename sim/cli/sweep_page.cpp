// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "jacquard/report/sweep_axis.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::cli {
namespace {

using report::Row;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The first key with which `wanted` agrees that at least half of the rows have.
template <class Wanted>
std::string common_key(const std::vector<Row>& rows, const Wanted& wanted) {
  for (const Row& row : rows) {
    for (const auto& item : row.items()) {
      if (item.key() == "sweep_point" || item.key() == "row_kind" || !wanted(item)) continue;
      const auto having = std::count_if(
          rows.begin(), rows.end(), [&](const Row& other) { return other.contains(item.key()); });
      if (2 * static_cast<std::size_t>(having) >= rows.size()) return item.key();
    }
  }
  return "";
}

std::string main_figure(const std::vector<Row>& rows) {
  for (const char* end : {"_ps", "_ns", "_us", "_ms", "_s", ""}) {
    const std::string key = common_key(rows, [&](const auto& item) {
      return item.value().is_number() && ends_with(item.key(), end) &&
             item.key().find("guard") == std::string::npos;
    });
    if (!key.empty()) return key;
  }
  return "";
}

// The unit in which the largest time reads well, and its picoseconds.
std::pair<const char*, double> unit_for(const std::vector<Row>& rows, const std::string& figure) {
  double most = 0;
  for (const Row& row : rows) {
    if (row.contains(figure) && row[figure].is_number()) {
      most = std::max(most, row[figure].get<double>());
    }
  }
  constexpr std::array<std::pair<const char*, double>, 4> units = {
      {{"s", 1e12}, {"ms", 1e9}, {"us", 1e6}, {"ns", 1e3}}};
  for (const auto& unit : units) {
    if (most >= unit.second) return unit;
  }
  return {"ps", 1};
}

}  // namespace

report::LineChart sweep_chart(const std::vector<Row>& rows, const std::vector<tool::Swept>& swept) {
  report::LineChart chart;
  const std::string figure = main_figure(rows);
  const std::string name =
      common_key(rows, [](const auto& item) { return item.value().is_string(); });
  const tool::Swept& last = swept.back();
  const bool in_ps = ends_with(figure, "_ps");
  const auto [unit, per_unit] =
      in_ps ? unit_for(rows, figure) : std::pair<const char*, double>{"", 1};
  std::string words = in_ps ? figure.substr(0, figure.size() - 3) : figure;
  std::replace(words.begin(), words.end(), '_', ' ');
  chart.title = fmt::format("{} against {}", words.empty() ? "nothing" : words, last.key);
  chart.x_label = last.key;
  chart.y_label = in_ps ? fmt::format("{} ({})", words, unit) : words;
  const report::SweepAxis axis = report::sweep_axis(last.values);
  chart.logarithmic_x = axis.logarithmic;
  chart.x_from_zero = false;
  for (std::size_t k = 0; k < last.values.size(); ++k) {
    chart.x_names.emplace_back(axis.places[k], last.values[k]);
  }
  std::sort(chart.x_names.begin(), chart.x_names.end());
  double least = 0, most = 0;
  for (const Row& row : rows) {
    if (figure.empty() || !row.contains(figure) || !row[figure].is_number()) continue;
    // "a=1; guard=10 ns": the last value is a place, what stands before it is of the line.
    const std::string point = row["sweep_point"];
    const auto at = point.rfind(last.key + "=");
    const std::string value = point.substr(at + last.key.size() + 1);
    const auto k = static_cast<std::size_t>(
        std::find(last.values.begin(), last.values.end(), value) - last.values.begin());
    std::string line = point.substr(0, at);
    if (!name.empty() && row.contains(name) && row[name].is_string()) {
      line += row[name].get<std::string>();
    }
    if (line.empty()) line = figure;
    const auto known = std::find_if(chart.lines.begin(), chart.lines.end(),
                                    [&](const report::Line& l) { return l.name == line; });
    report::Line& drawn =
        known == chart.lines.end()
            ? (chart.lines.emplace_back(), chart.lines.back().name = line, chart.lines.back())
            : *known;
    const double y = row[figure].get<double>() / per_unit;
    least = least == 0 ? y : std::min(least, y);
    most = std::max(most, y);
    drawn.points.emplace_back(axis.places[k], y);
  }
  for (report::Line& line : chart.lines) std::stable_sort(line.points.begin(), line.points.end());
  chart.logarithmic_y = least > 0 && most > report::kLinearSpread * least;
  return chart;
}

std::string sweep_page(const report::Result& result, const report::LineChart& chart,
                       const std::string& command) {
  std::vector<std::string> names;
  for (const report::Line& line : chart.lines) names.push_back(line.name);
  return report::document(
      "Sweep",
      fmt::format(
          "<h1>{}</h1>\n<p><code>{}</code></p>\n{}{}<div class=\"scroll\"><pre>{}</pre></div>\n",
          report::escape(chart.title), report::escape(command), report::line_legend(names),
          report::inline_svg(chart), report::escape(result.table())));
}

}  // namespace jacquard::cli
