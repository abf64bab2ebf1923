// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/plan_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "jacquard/base/file.hpp"
#include "jacquard/report/html/charts.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/table.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/timeline/free_lanes.hpp"
#include "jacquard/report/timeline/svg.hpp"

namespace jacquard::planner {
namespace {

using report::escape;
using report::fact;

enum Kind { kForward, kBackward, kUpdate, kForwardTalk, kBackwardTalk };

Kind kind_of(const plan::Ran& ran) {
  if (ran.communication) return ran.backward ? kBackwardTalk : kForwardTalk;
  if (ran.backward) return kBackward;
  return std::string_view(ran.name) == "optimizer" ? kUpdate : kForward;
}

std::int64_t picoseconds(double seconds) { return std::llround(seconds * 1e12); }

// What goes through the network, or what does not; what overlaps lies on lanes of its own.
void add_lanes(const std::vector<plan::Ran>& in_order, bool network, report::Timeline& timeline) {
  report::FreeLanes free;
  const int first = static_cast<int>(timeline.lanes.size());
  for (const plan::Ran& ran : in_order) {
    const std::int64_t begin = picoseconds(ran.begin), end = picoseconds(ran.end);
    if (ran.communication != network || end <= begin) continue;
    timeline.spans.push_back({first + free.take(begin, end), begin, end, kind_of(ran)});
  }
  for (int lane = 0; lane < free.count(); ++lane) {
    timeline.add_lane(0, first + lane, network ? "network" : "compute");
  }
}

std::string plan_part(const StrategyRow& row) {
  const Figures& f = *row.figures;
  std::string html = fmt::format(
      "<h2>The plan</h2>\n<p><code>{}</code></p>\n<div class=\"facts\">\n", escape(row.strategy));
  html += fact(report::time_text(f.time), "a step");
  html += fact(report::number_text(f.throughput), "samples a second");
  html += fact(fmt::format("{:.1f} GB", f.memory.total() / 1e9),
               row.fits ? "of memory, which fits" : "of memory, which does <b>not</b> fit");
  html += fact(report::percent(f.exposed_fraction), "of communication exposed");
  if (f.speedup) html += fact(fmt::format("{:.3g} x", *f.speedup), "over FSDP");
  if (f.days) html += fact(report::number_text(*f.days), "days of training");
  if (f.gpu_hours) html += fact(report::number_text(*f.gpu_hours), "GPU hours");
  if (f.cost) html += fact("$" + report::number_text(*f.cost), "for the training");
  return html + "</div>\n";
}

std::string front_part(const Answers& answers) {
  const Axis& x = *(*answers.axes)[0];
  const Axis& y = *(*answers.axes)[1];
  const auto point = [&](const StrategyRow& row) {
    return std::pair{x.of(*row.figures, row.devices).value_or(0),
                     y.of(*row.figures, row.devices).value_or(0)};
  };
  report::LineChart chart{"The front", x.label, y.label, false, {}};
  report::Line front{"none beats them in both", {}}, others{"all that run", {}};
  others.joined = false;
  for (const std::size_t i : answers.front) front.points.push_back(point(answers.all[i]));
  for (const StrategyRow& row : answers.all) {
    if (row.figures) others.points.push_back(point(row));
  }
  std::sort(front.points.begin(), front.points.end());
  chart.lines = {others, front};
  const auto [least, most] = std::minmax_element(others.points.begin(), others.points.end());
  chart.logarithmic_x = !others.points.empty() && most->first > 20 * least->first;
  std::string html = "<h2>The front</h2>\n" + report::line_legend({others.name, front.name}) +
                     report::inline_svg(chart) +
                     "<div class=\"scroll\"><table><tr><th>strategy</th><th>devices</th>";
  html +=
      fmt::format("<th>{}</th><th>{}</th><th>fits</th></tr>\n", escape(x.label), escape(y.label));
  for (const std::size_t i : answers.front) {
    const StrategyRow& row = answers.all[i];
    const auto [px, py] = point(row);
    html += fmt::format(
        "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escape(row.strategy), row.devices, report::number_text(px), report::number_text(py),
        row.fits ? "yes" : "no");
  }
  return html + "</table></div>\n";
}

std::string resources_part(const Sensitivity& sensitivity) {
  std::vector<report::Bar> bars;
  double scale = 1;
  for (const ResourceRow& row : sensitivity.rows) {
    std::string name = row.resource;
    if (const auto at = name.find("_bandwidth"); at != std::string::npos)
      name.replace(at, 10, " B/s");
    bars.push_back({fmt::format("{} x{:g}", name, row.factor), row.gain, 0,
                    fmt::format("{:.3g} x with {}", row.gain, row.strategy)});
    if (row.resource != "all") scale = std::max(scale, row.gain);
  }
  std::stable_sort(bars.begin(), bars.end(),
                   [](const auto& a, const auto& b) { return a.value > b.value; });
  return "<h2>What more is worth</h2>\n<p>" + escape(report::words_of(sensitivity.limit.finding)) +
         "</p>\n<p class=\"soft\">Throughput over the plan's, with the best strategy chosen anew."
         "</p>\n" +
         report::bar_chart(bars, scale * 1.05, 1, "as it is", "Gain by resource",
                           [](double times) { return fmt::format("{:g} x", times); });
}

std::string streams_part(const plan::Request& request, const plan::Strategy& strategy) {
  return report::wide(streams_svg(request, strategy));
}

std::string csv_of(const report::MetricTable<StrategyRow>& table,
                   const std::vector<StrategyRow>& rows) {
  std::string csv = table.csv_heading();
  for (const StrategyRow& row : rows) csv += table.csv_line(row);
  return csv;
}

}  // namespace

std::string streams_svg(const plan::Request& request, const plan::Strategy& strategy) {
  plan::Evaluator evaluator(request);
  evaluator.evaluate(strategy);
  std::vector<plan::Ran> in_order = evaluator.timeline();
  std::stable_sort(in_order.begin(), in_order.end(),
                   [](const plan::Ran& a, const plan::Ran& b) { return a.begin < b.begin; });
  report::Timeline timeline;
  timeline.title = plan::text_of(strategy);
  timeline.kinds = {{"forward", "#0072b2"},
                    {"backward", "#009e73"},
                    {"update", "#cc79a7"},
                    {"network forward", "#56b4e9"},
                    {"network backward", "#d55e00"}};
  timeline.add_group(0, "streams");
  for (const plan::Ran& ran : in_order) timeline.end = std::max(timeline.end, picoseconds(ran.end));
  add_lanes(in_order, false, timeline);
  add_lanes(in_order, true, timeline);
  return report::svg(timeline);
}

std::string plan_page(const Answers& answers, const std::string& command) {
  std::string body = fmt::format(
      "<h1>A plan for {} on {}</h1>\n<p class=\"soft\"><code>{}</code></p>\n",
      escape(answers.request.model.name), escape(answers.request.cluster.name), escape(command));
  if (answers.plan_row) {
    body += plan_part(*answers.plan_row);
  } else {
    body += "<p class=\"bad\">No strategy can be chosen.</p>\n";
  }
  if (answers.axes) body += front_part(answers);
  if (answers.best) {
    body += "<h2>Its streams</h2>\n" + streams_part(answers.request, answers.best->strategy);
  }
  if (answers.sensitivity) body += resources_part(*answers.sensitivity);
  return report::document("jacquard plan", body);
}

void write_plan(const Answers& answers, const std::string& command, const std::string& folder) {
  base::write_file(folder + "/all.csv", csv_of(strategy_metrics(), answers.all));
  if (answers.axes) {
    std::vector<StrategyRow> front;
    for (const std::size_t i : answers.front) front.push_back(answers.all[i]);
    base::write_file(folder + "/front.csv", csv_of(front_metrics(), front));
  }
  base::write_file(folder + "/plan.html", plan_page(answers, command));
}

}  // namespace jacquard::planner
