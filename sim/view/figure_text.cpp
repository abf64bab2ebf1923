// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_core.hpp"
#include "sim/view/figure.hpp"

namespace jacquard::view {
namespace {

const char* name_of(Chart chart) {
  switch (chart) {
    case Chart::stacked:
      return "stacked";
    case Chart::lines:
      return "lines";
    case Chart::scatter:
      return "scatter";
    case Chart::waterfall:
      return "waterfall";
    default:
      return "bars";
  }
}

// Of the template, what stands between two of its lines.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  const std::size_t end = text.find(to, begin + from.size());
  JQ_CHECK(begin != std::string::npos && end != std::string::npos, "figure_code.py has its parts");
  return text.substr(begin + from.size(), end - begin - from.size());
}

int height_mm(const Figure& figure, int width) {
  std::set<std::string> bars;
  std::set<std::string> series;
  for (const Figure::Point& point : figure.points) {
    if (point.x.is_string()) bars.insert(point.x.get<std::string>());
    series.insert(point.series);
  }
  const int names = static_cast<int>(series.size());
  // Two series of bars are thinner; a legend takes a line for what its width holds.
  const int rows = static_cast<int>(bars.size()) * (figure.chart == Chart::bars ? names : 1);
  const int legend = names > 1 ? 4 * (1 + names * 30 / width) : 0;
  if (figure.chart == Chart::lines || figure.chart == Chart::scatter) {
    return std::min(width * 2 / 3, 90) + legend;
  }
  return 12 + legend + std::max(2, rows) * 4;
}

std::string number(double value) { return report::Row(value).dump(); }

}  // namespace

std::string figure_csv(const Figure& figure) {
  std::string csv =
      fmt::format("{},{},{}\n", report::csv_field(figure.head[0]),
                  report::csv_field(figure.head[1]), report::csv_field(figure.head[2]));
  for (const Figure::Point& point : figure.points) {
    csv += fmt::format("{},{},{}\n", report::csv_field(point.series), report::csv_field(point.x),
                       number(point.y));
  }
  return csv;
}

std::string figure_code(const Figure& figure, const FigureForm& form) {
  const std::string text = figure_template();
  const int width = form.size == "page" ? 178 : 85;
  std::string fixed;
  for (const auto& [series, colour] : figure.fixed) {
    fixed += fmt::format("{}\"{}\": \"{}\"", fixed.empty() ? "" : ", ", series, colour);
  }
  const auto flag = [](bool value) { return value ? "True" : "False"; };
  const std::string settings = fmt::format(
      "FORMAT = \"{}\"\nWIDTH_MM = {}  # of a column 85, of a page 178\nHEIGHT_MM = {}\n"
      "LOG_X = {}\nLOG_Y = {}\nFIXED = {{{}}}  # colours that have a meaning, by series\n",
      form.format, width, height_mm(figure, width), flag(figure.log_x), flag(figure.log_y), fixed);
  const std::string part = fmt::format("# part: {}\n", name_of(figure.chart));
  const std::string first = "Apache-2.0\n";  // the figure is its author's
  std::string draw = between(text, part, figure.chart == Chart::waterfall ? "# end" : "# part");
  return between(text, first, "# settings\n") + settings +
         between(text, "# end of settings\n", "# part: ") + draw +
         text.substr(text.find("# end of parts\n") + 15);
}

}  // namespace jacquard::view
