// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/gallery_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/stacked_bars.hpp"

namespace jacquard::cli {
namespace {

using view::Chart;
using view::Figure;

constexpr std::size_t kMostBars = 12;

std::size_t place_of(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

std::string lines_of(const Figure& figure, const std::string& title) {
  report::LineChart chart;
  chart.title = title;
  chart.x_label = figure.head[1];
  chart.y_label = figure.head[2];
  chart.logarithmic_x = figure.log_x;
  chart.logarithmic_y = figure.log_y;
  chart.margins = true;
  std::vector<std::string> names;
  for (const Figure::Point& point : figure.points) {
    if (!point.x.is_number()) continue;
    const std::size_t at = place_of(names, point.series);
    if (at == chart.lines.size()) {
      report::Line line;
      line.name = point.series;
      line.joined = figure.chart == Chart::lines;
      chart.lines.push_back(std::move(line));
    }
    chart.lines[at].points.emplace_back(point.x.get<double>(), point.y);
  }
  for (report::Line& line : chart.lines) std::sort(line.points.begin(), line.points.end());
  return chart.lines.empty() ? "" : svg(chart);
}

// A bar for each name, as long as its parts together; the shortest first where there are many.
std::string bars_of(const Figure& figure, const std::string& title) {
  constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#cc79a7", "#009e73", "#e69f00"};
  std::vector<std::string> parts, names;
  std::vector<std::vector<double>> values;  // of each name
  for (const Figure::Point& point : figure.points) {
    const std::size_t part = place_of(parts, point.series);
    const std::size_t at =
        place_of(names, point.x.is_string() ? point.x.get<std::string>() : point.x.dump());
    if (at == values.size()) values.emplace_back();
    values[at].resize(std::max(values[at].size(), part + 1));
    values[at][part] += point.y;
  }
  struct Bar {
    std::string name;
    std::vector<double> values;
    double sum = 0;
  };
  std::vector<Bar> bars;
  double longest = 0;
  for (std::size_t k = 0; k < names.size(); ++k) {
    Bar bar{names[k], values[k]};
    for (const double value : bar.values) bar.sum += std::max(0.0, value);
    bars.push_back(std::move(bar));
  }
  if (bars.size() > kMostBars) {
    std::stable_sort(bars.begin(), bars.end(),
                     [](const Bar& a, const Bar& b) { return a.sum < b.sum; });
    bars.resize(kMostBars);
  }
  for (const Bar& bar : bars) longest = std::max(longest, bar.sum);
  if (!(longest > 0)) return "";
  report::StackedBars chart;
  chart.title = title;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::string colour = kColours[k % std::size(kColours)];
    for (const auto& [series, own] : figure.fixed) {
      if (series == parts[k]) colour = own;
    }
    chart.parts.push_back({parts.size() == 1 ? figure.head[2] : parts[k], colour});
  }
  for (Bar& bar : bars) {
    bar.values.resize(parts.size());
    for (double& value : bar.values) value /= longest;
    chart.bars.push_back({bar.name, bar.values, 0, fmt::format("{:.3g}", bar.sum)});
  }
  if (parts.size() > 1) chart.title += ": " + figure.head[2];
  return svg(chart);
}

}  // namespace

void widen(Figure& figure, const config::Json& result, const view::Sought& sought,
           const std::vector<report::RowKind>& kinds) {
  const config::Json& rows = result.at("rows");
  if (figure.points.size() != 1 || rows.size() != 1) return;
  const config::Json& row = rows.at(0);
  figure.points.clear();
  for (const report::RowKind& kind : kinds) {
    if (kind.name != sought.row_kind) continue;
    for (const report::MetricInfo& metric : kind.metrics) {
      const auto at = row.find(metric.key);
      if (metric.unit != sought.unit || at == row.end() || !at->is_number()) continue;
      std::string name = metric.key;
      std::replace(name.begin(), name.end(), '_', ' ');
      figure.points.push_back({sought.words, name, at->get<double>()});
    }
  }
  figure.head[2] = report::name_of(sought.unit);
}

std::string gallery_picture(const Figure& figure, const std::string& title) {
  const bool drawn = figure.chart == Chart::lines || figure.chart == Chart::scatter;
  return drawn ? lines_of(figure, title) : bars_of(figure, title);
}

}  // namespace jacquard::cli
