// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/statistics.hpp"
#include "jacquard/report/fabric/cdf.hpp"
#include "jacquard/report/sweep_axis.hpp"
#include "jacquard/report/html/charts.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::report {
namespace {

using base::mean;

constexpr double kAsLong = 0.0005;    // what rounds to 0.0 %
constexpr double kLinearSweep = 10;   // largest over smallest mean, before the axis is logarithmic
constexpr double kLinearFlows = 100;  // largest over smallest, before their axis is logarithmic

struct TimeUnit {
  const char* name;
  base::Picoseconds length;
};

// In which the largest time has one to three digits before the point.
TimeUnit unit_for(base::Picoseconds largest) {
  TimeUnit unit{"ps", base::Picoseconds{1}};
  for (const char* name : {"ns", "us", "ms", "s"}) {
    if (largest < unit.length * 1000) break;
    unit = {name, unit.length * 1000};
  }
  return unit;
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::vector<std::string> traffic_names(const FabricReport& report) {
  std::vector<std::string> names;
  for (const FabricSeries& s : report.series) add_name(names, s.traffic);
  return names;
}

// The series of one traffic at one point of the sweep, in the order of the report.
using Group = std::vector<const FabricSeries*>;

std::vector<Group> groups(const FabricReport& report, const std::string& traffic) {
  std::vector<std::string> points;
  for (const FabricSeries& s : report.series) {
    if (s.traffic == traffic) add_name(points, s.point);
  }
  std::vector<Group> all(points.size());
  for (const FabricSeries& s : report.series) {
    if (s.traffic != traffic || s.completions.empty()) continue;
    const auto at = std::find(points.begin(), points.end(), s.point) - points.begin();
    base::at(all, at).push_back(&s);
  }
  all.erase(std::remove_if(all.begin(), all.end(), [](const Group& g) { return g.empty(); }),
            all.end());
  return all;
}

base::Picoseconds longest(const FabricSeries& s) {
  return *std::max_element(s.completions.begin(), s.completions.end());
}

base::Picoseconds shortest(const FabricSeries& s) {
  return *std::min_element(s.completions.begin(), s.completions.end());
}

// "circuit finishes first, after 10.3 ms on average; dcqcn takes 27.3 % longer."
std::string ranking(Group group) {
  std::stable_sort(group.begin(), group.end(), [](const FabricSeries* a, const FabricSeries* b) {
    return mean(a->completions) < mean(b->completions);
  });
  const base::Picoseconds best = mean(group.front()->completions);
  const std::size_t matrices = group.front()->completions.size();
  std::string words =
      fmt::format("<b>{}</b> finishes first, after {}{}", escape(group.front()->fabric),
                  time_text(best), matrices > 1 ? fmt::format(" on average of {}", matrices) : "");
  for (std::size_t i = 1; i < group.size(); ++i) {
    const double over = best > base::Picoseconds{0} ? mean(group[i]->completions) / best - 1 : 0;
    words += over < kAsLong
                 ? fmt::format("; {} takes as long", escape(group[i]->fabric))
                 : fmt::format("; {} takes {} longer", escape(group[i]->fabric), percent(over));
  }
  return "<p>" + words + ".</p>\n";
}

std::string bars(const Group& group) {
  std::vector<Bar> all;
  base::Picoseconds most{0}, least = mean(group.front()->completions);
  for (const FabricSeries* s : group) {
    const base::Picoseconds average = mean(s->completions);
    most = std::max(most, average);
    least = std::min(least, average);
    std::string label = time_text(average);
    if (s->completions.size() > 1) {
      label += fmt::format(" ({} to {} over {} matrices)", time_text(shortest(*s)),
                           time_text(longest(*s)), s->completions.size());
    }
    all.push_back({s->fabric, static_cast<double>(average.count()), 0, label});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Bar& a, const Bar& b) { return a.value < b.value; });
  return bar_chart(all, static_cast<double>(most.count()), static_cast<double>(least.count()),
                   "the fastest", "Mean completion of each fabric", [](double ps) {
                     return ps == 0 ? "0" : time_text(base::Picoseconds{std::llround(ps)});
                   });
}

std::string figure(const std::string& heading, const LineChart& chart) {
  return fmt::format("<div><h3>{}</h3>\n{}</div>\n", escape(heading), inline_svg(chart));
}

// A line per fabric of the report, also where it has no points, so that colours keep their meaning.
std::vector<Line> lines_of(const std::vector<std::string>& fabrics) {
  std::vector<Line> lines;
  for (const std::string& fabric : fabrics) lines.push_back({fabric, {}});
  return lines;
}

Line& line_of(LineChart& chart, const std::string& fabric) {
  return *std::find_if(chart.lines.begin(), chart.lines.end(),
                       [&](const Line& l) { return l.name == fabric; });
}

bool has_distribution(const Group& group) {
  return std::any_of(group.begin(), group.end(),
                     [](const FabricSeries* s) { return s->completions.size() > 1; });
}

std::string distribution(const Group& group, const std::vector<std::string>& fabrics,
                         const std::string& heading) {
  base::Picoseconds most{0};
  for (const FabricSeries* s : group) most = std::max(most, longest(*s));
  const TimeUnit unit = unit_for(most);
  LineChart chart;
  chart.title = "Distribution of completion: " + heading;
  chart.x_label = fmt::format("completion of a matrix ({})", unit.name);
  chart.y_label = "share of matrices";
  chart.x_from_zero = false;
  chart.lines = lines_of(fabrics);
  for (Line& line : chart.lines) line.marks = false;
  for (const FabricSeries* s : group) {
    line_of(chart, s->fabric).points = steps(cdf(s->completions), unit.length);
  }
  return figure(heading, chart);
}

LineChart sweep_chart(const FabricReport& report, const std::string& traffic,
                      const std::vector<std::string>& fabrics) {
  std::vector<std::string> points;
  base::Picoseconds most{0}, least{INT64_MAX};
  for (const Group& group : groups(report, traffic)) {
    points.push_back(group.front()->point);
    for (const FabricSeries* s : group) {
      most = std::max(most, mean(s->completions));
      least = std::min(least, mean(s->completions));
    }
  }
  const SweepAxis axis = sweep_axis(points);
  const TimeUnit unit = unit_for(most);
  LineChart chart;
  chart.title = "Mean completion against " + report.swept + ": " + traffic;
  chart.x_label = report.swept;
  chart.y_label = fmt::format("mean completion ({})", unit.name);
  chart.logarithmic_x = axis.logarithmic;
  chart.logarithmic_y = least > base::Picoseconds{0} && most / least > kLinearSweep;
  chart.x_from_zero = false;
  chart.lines = lines_of(fabrics);
  for (std::size_t i = 0; i < points.size(); ++i) {
    chart.x_names.emplace_back(axis.places[i], points[i]);
  }
  for (const FabricSeries& s : report.series) {
    if (s.traffic != traffic || s.completions.empty()) continue;
    const auto at = std::find(points.begin(), points.end(), s.point) - points.begin();
    line_of(chart, s.fabric)
        .points.emplace_back(base::at(axis.places, at), mean(s.completions) / unit.length);
  }
  std::sort(chart.x_names.begin(), chart.x_names.end());
  for (Line& line : chart.lines) std::sort(line.points.begin(), line.points.end());
  return chart;
}

std::string traffic_section(const FabricReport& report, const std::string& traffic,
                            const std::vector<std::string>& fabrics, int& charts, int& left_out) {
  const std::vector<Group> all = groups(report, traffic);
  std::string html, curves;
  for (const Group& group : all) {
    const std::string heading =
        report.swept.empty()
            ? traffic
            : fmt::format("{}, {} = {}", traffic, report.swept, group.front()->point);
    if (report.swept.empty()) html += ranking(group) + bars(group);
    if (!has_distribution(group)) continue;
    if (++charts > kMostCharts) {
      ++left_out;
    } else {
      curves += distribution(group, fabrics, heading);
    }
  }
  return html + (curves.empty()
                     ? ""
                     : line_legend(fabrics) + "<div class=\"pair\">\n" + curves + "</div>\n");
}

LineChart flow_chart(const std::vector<const FabricRun*>& runs,
                     const std::vector<std::string>& fabrics) {
  std::vector<std::vector<base::Picoseconds>> times;
  base::Picoseconds most{0}, least{INT64_MAX};
  for (const FabricRun* run : runs) {
    times.emplace_back();
    for (const FlowRecord& flow : run->flows) {
      times.back().push_back(flow.finish - flow.start);
      most = std::max(most, times.back().back());
      least = std::min(least, times.back().back());
    }
  }
  const TimeUnit unit = unit_for(most);
  LineChart chart;
  chart.title = "Distribution of flow completion: " + runs.front()->traffic;
  chart.x_label = fmt::format("completion of a flow ({})", unit.name);
  chart.y_label = "share of flows";
  chart.logarithmic_x = least > base::Picoseconds{0} && most / least > kLinearFlows;
  chart.lines = lines_of(fabrics);
  for (Line& line : chart.lines) line.marks = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    line_of(chart, runs[i]->fabric).points = steps(cdf(std::move(times[i])), unit.length);
  }
  return chart;
}

}  // namespace

std::vector<std::string> fabric_names(const FabricReport& report) {
  std::vector<std::string> names;
  for (const FabricSeries& s : report.series) add_name(names, s.fabric);
  for (const FabricRun& r : report.runs) add_name(names, r.fabric);
  return names;
}

std::string sweep_section(const FabricReport& report) {
  if (report.swept.empty() || report.series.empty()) return "";
  const std::vector<std::string> fabrics = fabric_names(report);
  std::string html =
      fmt::format(
          "<h2>What <code>{0}</code> does</h2>\n<p>Each dot is the mean completion of all "
          "matrices through one fabric at one value of <code>{0}</code>. Lower is better; "
          "lines only guide the eye from value to value.</p>\n",
          escape(report.swept)) +
      line_legend(fabrics) + "<div class=\"pair\">\n";
  for (const std::string& traffic : traffic_names(report)) {
    html += figure(traffic, sweep_chart(report, traffic, fabrics));
  }
  return html + "</div>\n";
}

std::string completion_section(const FabricReport& report) {
  const std::vector<std::string> fabrics = fabric_names(report);
  int charts = 0, left_out = 0;
  std::string body;
  for (const std::string& traffic : traffic_names(report)) {
    body += traffic_section(report, traffic, fabrics, charts, left_out);
  }
  if (body.empty()) return "";
  std::string html =
      "<h2>Completion</h2>\n<p>Completion is the time from the beginning until the last byte of a "
      "matrix is received.</p>\n";
  if (charts > 0) {
    html +=
        "<p>Each curve climbs by one step per matrix: at height 0.5 half of the matrices are done, "
        "and the further left a curve, the faster its fabric. A steep curve means that all "
        "matrices take about as long. Each chart has its own scale of time, and equal curves hide "
        "each other.</p>\n";
  }
  if (left_out > 0) {
    body += fmt::format("<p class=\"soft\">{} more distributions are not drawn.</p>\n", left_out);
  }
  return html + body;
}

std::string flow_section(const FabricReport& report) {
  std::vector<std::string> traffics;
  for (const FabricRun& run : report.runs) {
    if (!run.flows.empty()) add_name(traffics, run.traffic);
  }
  if (traffics.empty()) return "";
  const std::vector<std::string> fabrics = fabric_names(report);
  std::string html =
      "<h2>Flows</h2>\n<p>What one source sends to one destination is a flow; its completion runs "
      "from when its bytes are ready until the last of them is received. A circuit serves flows "
      "one after the other, a packet switch serves all of them at once, each more slowly: the "
      "curves may differ widely where the end is the same.</p>\n" +
      line_legend(fabrics) + "<div class=\"pair\">\n";
  for (const std::string& traffic : traffics) {
    std::vector<const FabricRun*> runs;
    for (const FabricRun& run : report.runs) {
      if (run.traffic == traffic && !run.flows.empty()) runs.push_back(&run);
    }
    html += figure(traffic, flow_chart(runs, fabrics));
  }
  return html + "</div>\n";
}

}  // namespace jacquard::report
