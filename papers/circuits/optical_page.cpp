// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/optical_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "jacquard/config/quantity_text.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/table.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::studies {
namespace {

constexpr std::size_t kMostLines = 7;

std::vector<std::string> drawn(const std::vector<OpticalScore>& scores,
                               const std::vector<std::string>& entries, int switches) {
  std::vector<std::string> names;
  if (switches == 1) names = entries;
  for (const OpticalScore& s : scores) {
    const bool known = std::find(names.begin(), names.end(), s.method) != names.end();
    if (s.switches == switches && !known && names.size() < kMostLines + entries.size())
      names.push_back(s.method);
  }
  return names;
}

using Figure = double (*)(const OpticalPoint&);

// Geometric means over the matrices of a case.
report::LineChart chart(const std::vector<OpticalPoint>& points,
                        const std::vector<std::string>& names, const std::string& of_case,
                        int switches, Figure figure, const char* y_label) {
  report::LineChart chart{of_case, "guard (us)", y_label, true, {}, true};
  for (const std::string& name : names) {
    std::map<double, std::pair<double, int>> sums;
    for (const OpticalPoint& p : points) {
      if (p.method != name || p.of_case != of_case || p.switches != switches || !p.fault.empty())
        continue;
      auto& [sum, count] = sums[static_cast<double>(p.guard.count()) * 1e-6];
      sum += std::log(figure(p));
      ++count;
    }
    report::Line line{name, {}};
    for (const auto& [guard, sum] : sums)
      line.points.emplace_back(guard, std::exp(sum.first / sum.second));
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

double over_bound(const OpticalPoint& p) { return p.bound.count() > 0 ? p.makespan / p.bound : 1; }
double over_best(const OpticalPoint& p) { return p.layer_over_best; }

std::string table(const std::vector<OpticalScore>& scores, int switches) {
  std::vector<std::vector<std::string>> rows;
  for (const OpticalScore& s : scores) {
    if (s.switches != switches) continue;
    rows.push_back({s.method, fmt::format("{:.3f}", s.over_best), fmt::format("{:.2f}", s.worst),
                    report::percent(s.share_best, 0), fmt::format("{:.3f}", s.layer_over_best)});
  }
  return report::html_table({"method", "over best", "worst", "best", "layer over best"}, rows);
}

}  // namespace

std::string optical_page(const schedule::Suite& suite, const std::vector<OpticalPoint>& points,
                         const std::vector<OpticalScore>& scores,
                         const std::vector<std::string>& entries) {
  std::string html = fmt::format(
      "<h1>{}</h1>\n<p>Every method at its best on every demand, each port with {} in all. The "
      "table has geometric means over all demands and guards: of the time to send everything over "
      "the shortest of all methods, and of a layer of experts likewise.</p>\n",
      report::escape(suite.title), config::show_quantity(suite.rate));
  for (const int switches : suite.switches) {
    const auto names = drawn(scores, entries, switches);
    html += fmt::format("<h2>{} switch{}</h2>\n", switches, switches == 1 ? "" : "es") +
            table(scores, switches) + report::line_legend(names);
    for (const schedule::SuiteCase& one : suite.cases) {
      html += fmt::format("<h3>{}</h3>\n<div class=\"pair\">\n<div>", report::escape(one.name));
      html += report::inline_svg(
          chart(points, names, one.name, switches, over_bound, "time over bound"));
      html += "</div>\n<div>";
      html += report::inline_svg(
          chart(points, names, one.name, switches, over_best, "layer over best"));
      html += "</div></div>\n";
    }
  }
  return report::document(suite.title, html);
}

report::LineChart optical_chart(const std::vector<OpticalPoint>& points,
                                const std::vector<OpticalScore>& scores,
                                const std::vector<std::string>& entries,
                                const std::string& of_case) {
  return chart(points, drawn(scores, entries, 1), of_case, 1, over_bound, "time over bound");
}

}  // namespace jacquard::studies
