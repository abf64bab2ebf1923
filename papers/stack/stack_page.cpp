// SPDX-License-Identifier: Apache-2.0
#include "papers/stack/stack_page.hpp"

#include <algorithm>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::studies {
namespace {

constexpr double kPsOfUs = 1e6;

bool is_step(const report::Row& row) { return row.contains("over_bound"); }

}  // namespace

report::LineChart stack_chart(const std::vector<report::Row>& rows, const std::string& job) {
  report::Line per_slot{"per-slot", {}};
  report::Line on_dependency{"on-dependency", {}};
  double packets = 0;
  for (const report::Row& row : rows) {
    if (!is_step(row) || row["job"] != job) continue;
    const double over = row["over_bound"];
    if (row["fabric"] == "packets") {
      packets = packets == 0 ? over : std::min(packets, over);
      continue;
    }
    const double guard_us = row["guard_ps"].get<double>() / kPsOfUs;
    (row["sync"] == "per-slot" ? per_slot : on_dependency).points.emplace_back(guard_us, over);
  }
  for (report::Line* line : {&per_slot, &on_dependency}) {
    std::sort(line->points.begin(), line->points.end());
  }
  report::LineChart chart;
  chart.title = job;
  chart.x_label = "t_x (us)";
  chart.y_label = "step over its lower bound";
  chart.logarithmic_x = chart.logarithmic_y = true;
  chart.lines = {per_slot, on_dependency};
  if (packets > 0 && !per_slot.points.empty()) {
    chart.lines.push_back(
        {"packets, tuned",
         {{per_slot.points.front().first, packets}, {per_slot.points.back().first, packets}},
         false});
  }
  return chart;
}

std::string stack_study_page(const std::vector<report::Row>& rows) {
  std::vector<std::string> jobs;
  for (const report::Row& row : rows) {
    const std::string job = row["job"];
    if (is_step(row) && std::find(jobs.begin(), jobs.end(), job) == jobs.end()) jobs.push_back(job);
  }
  std::string body =
      "<h1>Steps on circuits and on packets</h1>\n<p>The step over its lower bound against the "
      "time "
      "that a change of setting takes. Per-slot: every slot pays t_x and t_max. On-dependency: t_x "
      "where a setting changes, t_max where a transfer waits for another.</p>\n" +
      report::line_legend({"per-slot", "on-dependency", "packets, tuned"}) +
      "<div class=\"pair\">\n";
  for (const std::string& job : jobs) {
    body += "<div><h3>" + report::escape(job) + "</h3>\n" +
            report::inline_svg(stack_chart(rows, job)) + "</div>\n";
  }
  return report::document("Steps on circuits and on packets", body + "</div>\n");
}

}  // namespace jacquard::studies
