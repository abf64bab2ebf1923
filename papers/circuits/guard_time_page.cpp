// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/guard_time_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::studies {
namespace {

struct Panel {
  std::string demand_class;
  int ports;
  bool operator==(const Panel& o) const {
    return demand_class == o.demand_class && ports == o.ports;
  }
};

Panel panel_of(const report::Row& row) { return {row["demand_class"], row["ports"]}; }

void add_point(report::LineChart& chart, const std::string& name, double x, double y) {
  auto line = std::find_if(chart.lines.begin(), chart.lines.end(),
                           [&](const report::Line& l) { return l.name == name; });
  if (line == chart.lines.end()) {
    chart.lines.push_back({name, {}});
    line = chart.lines.end() - 1;
  }
  if (line->points.empty() || line->points.back().first != x) line->points.emplace_back(x, y);
}

std::string chart(const std::vector<report::Row>& rows, const Panel& panel, const char* key,
                  const char* what) {
  report::LineChart chart{
      fmt::format("{}, {} traffic, {} ports", what, panel.demand_class, panel.ports),
      "guard time (quanta)",
      "over the largest line sum",
      true,
      {},
      true};
  for (const report::Row& row : rows) {
    if (!(panel_of(row) == panel) || !row.contains(key)) continue;
    const double guard = row["guard_quanta"];
    add_point(chart, row["scheduler"], guard, row[key].get<double>());
    // Two hops have a bound of their own.
    if (row["scheduler"] != "round-robin-vlb") {
      add_point(chart, "bound (one hop)", guard, row["bound_over_max_line"].get<double>());
    }
  }
  if (chart.lines.empty()) return "";
  std::vector<std::string> names;
  for (const report::Line& line : chart.lines) names.push_back(line.name);
  return fmt::format("<div><h3>{}</h3>\n", what) + report::line_legend(names) +
         report::inline_svg(chart) + "</div>\n";
}

}  // namespace

std::string guard_time_page(const std::vector<report::Row>& rows, const std::string& slot,
                            const std::string& clock) {
  std::vector<Panel> panels;
  for (const report::Row& row : rows) {
    const Panel panel = panel_of(row);
    if (std::find(panels.begin(), panels.end(), panel) == panels.end()) panels.push_back(panel);
  }
  std::string html = fmt::format(
      "<h1>Guard time</h1>\n<p>Time to serve a demand over its largest line sum D, against the "
      "time "
      "that changing a setting costs, both in quanta of {}. The first chart counts the schedule "
      "alone. The second adds the decision. Cores have a clock of {}, and their settings are used "
      "as they come. Software decides before anything is sent, in the processor time that it took "
      "on this machine.</p>\n",
      report::escape(slot), report::escape(clock));
  for (const Panel& panel : panels) {
    html += fmt::format("<h2>{}, {} ports</h2>\n<div class=\"pair\">\n",
                        report::escape(panel.demand_class), panel.ports);
    html += chart(rows, panel, "makespan_over_max_line", "Schedule");
    html +=
        chart(rows, panel, "completion_wall_over_max_line", "Decision and schedule") + "</div>\n";
  }
  return report::document("Guard time", html);
}

}  // namespace jacquard::studies
