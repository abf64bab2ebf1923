// SPDX-License-Identifier: Apache-2.0
#include "papers/fig6/figure.hpp"

#include <fmt/format.h>

#include <set>

#include "jacquard/report/fabric/cdf.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::studies::fig6 {
namespace {

// Others differ from these by what their names say, and lie on top of them.
const std::set<std::string> kDrawn = {"circuit, as Chronos counts",
                                      "circuit, with headers and acks",
                                      "circuit, all charged",
                                      "dcqcn-tuned",
                                      "dcqcn-hpcc-vwin",
                                      "pfc-only",
                                      "ideal-output-queued"};

}  // namespace

report::LineChart figure(const std::vector<FabricTimes>& times) {
  report::LineChart chart;
  chart.title = "All-to-alls of a mixture of experts that are done";
  chart.x_label = "time from the demand to the last byte (ms)";
  chart.y_label = "share of all-to-alls";
  chart.x_from_zero = false;
  constexpr base::Picoseconds kMillisecond{1'000'000'000};
  for (const FabricTimes& fabric : times) {
    if (kDrawn.count(fabric.fabric) == 0) continue;
    report::Line line;
    line.name = fabric.fabric;
    line.marks = false;
    line.points = report::steps(report::cdf(fabric.times), kMillisecond);
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

std::string page(const std::vector<FabricTimes>& times, const std::string& command) {
  const report::LineChart chart = figure(times);
  std::vector<std::string> names;
  std::string table =
      "<div class=\"scroll\"><table><tr><th>fabric</th><th>all-to-alls</th><th>mean</th>"
      "<th>longest</th></tr>\n";
  for (const report::Line& line : chart.lines) names.push_back(line.name);
  for (const FabricTimes& fabric : times) {
    table += fmt::format("<tr><td>{}</td><td>{}</td><td>{:.2f} ms</td><td>{:.2f} ms</td></tr>\n",
                         report::escape(fabric.fabric), fabric.times.size(), mean_ms(fabric.times),
                         milliseconds(fabric.times.back()));
  }
  return report::document(
      "Chronos Fig. 6",
      fmt::format("<h1>Chronos Fig. 6</h1>\n<p><code>{}</code></p>\n<p>A curve further left is "
                  "faster. The paper compares the first circuit curve with the tuned packet "
                  "switch. The other circuit curves charge what packets pay: headers and "
                  "acknowledgements, then counters of 8 bits, the decision and guards.</p>\n",
                  report::escape(command)) +
          report::line_legend(names) + report::inline_svg(chart) + table + "</table></div>\n");
}

}  // namespace jacquard::studies::fig6
