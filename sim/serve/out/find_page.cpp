// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/out/find_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/table.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::serve {
namespace {

using report::LineChart;
using report::number_text;

LineChart chart_of(const FindPicture& picture, const Slo& slo) {
  std::map<std::string, std::map<double, double>> lines;
  double most = picture.found;
  for (const TriedRun& run : picture.tried) {
    lines[run.layout][run.at] = 100 * run.share;
    most = std::max(most, run.at);
  }
  LineChart chart;
  chart.title = picture.title;
  chart.x_label = picture.at;
  chart.y_label = "requests in the limits (%)";
  for (const auto& [layout, points] : lines) {
    chart.lines.push_back({layout, {points.begin(), points.end()}});
  }
  chart.lines.push_back({"asked for", {{0, 100 * slo.share}, {most, 100 * slo.share}}, false});
  chart.lines.push_back({"found", {{picture.found, 0}, {picture.found, 100}}, false});
  return chart;
}

}  // namespace

std::string find_picture(const FindPicture& picture, const Slo& slo) {
  return report::svg(chart_of(picture, slo));
}

std::string find_page(const std::string& sentence, const FindPicture& picture, const Slo& slo,
                      const std::vector<LayoutRow>& rows, const std::string& command) {
  const LineChart chart = chart_of(picture, slo);
  std::vector<std::string> names;
  for (const report::Line& line : chart.lines) names.push_back(line.name);
  std::vector<std::vector<std::string>> cells;
  for (const LayoutRow& row : rows) {
    cells.push_back({row.layout, std::to_string(row.npus),
                     row.rate ? number_text(*row.rate) : "none", number_text(row.knee)});
  }
  const std::string table =
      cells.empty()
          ? ""
          : report::html_table({"layout", "NPUs", "requests/s in the limits", "knee"}, cells);
  return report::document(
      "jacquard serve --find",
      fmt::format("<h1>{}</h1>\n<p class=\"soft\"><code>{}</code></p>\n<p>{}</p>\n"
                  "<h2>What was tried</h2>\n{}{}\n{}",
                  report::escape(picture.title), report::escape(command), report::escape(sentence),
                  report::line_legend(names), report::inline_svg(chart), table));
}

}  // namespace jacquard::serve
