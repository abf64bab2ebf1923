// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/out/load_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/table.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::serve {
namespace {

using report::Line;
using report::LineChart;
using report::number_text;

constexpr double kMs = 1e9;  // picoseconds

struct Latency {
  std::string name;
  Spread TrafficRow::*spread;
  std::optional<base::Picoseconds> limit;
};

std::vector<Latency> latencies(const Slo& slo) {
  return {{"TTFT", &TrafficRow::ttft, slo.ttft}, {"TPOT", &TrafficRow::tpot, slo.tpot}};
}

struct Percentile {
  const char* name;
  double Spread::*value;
};
constexpr Percentile kPercentiles[] = {
    {"median", &Spread::p50}, {"P95", &Spread::p95}, {"P99", &Spread::p99}};

Line by_rate(const std::string& name, const std::vector<LoadRow>& rows, const Latency& latency,
             double Spread::*value) {
  Line line{name, {}};
  for (const LoadRow& row : rows) {
    const double ms = row.traffic.*latency.spread.*value / kMs;
    if (ms > 0) line.points.emplace_back(row.rate, ms);  // answers of one token have no TPOT
  }
  return line;
}

// What is drawn beside the percentiles: limits across, the found rate and the knee upright.
void add_marks(const CapacityRow& capacity, const std::vector<LoadRow>& rows,
               const std::vector<Latency>& shown, LineChart& chart) {
  double least = 1e300, most = 0;
  for (const Line& line : chart.lines) {
    for (const auto& point : line.points) {
      least = std::min(least, point.second);
      most = std::max(most, point.second);
    }
  }
  for (const Latency& latency : shown) {
    if (!latency.limit) continue;
    const double level = static_cast<double>(latency.limit->count()) / kMs;
    least = std::min(least, level);
    most = std::max(most, level);
    chart.lines.push_back(
        {latency.name + " limit", {{0, level}, {rows.back().rate, level}}, false});
  }
  const auto upright = [&](double rate, const std::string& name) {
    chart.lines.push_back({name, {{rate, least}, {rate, most}}, false});
  };
  if (capacity.rate) upright(*capacity.rate, number_text(*capacity.rate) + "/s keep the limits");
  upright(capacity.knee, number_text(capacity.knee) + "/s: knee");
}

LineChart chart_of(const CapacityRow& capacity, const std::vector<LoadRow>& rows,
                   const std::vector<Latency>& shown) {
  LineChart chart;
  chart.title = fmt::format("{} on {}: latency by load", capacity.model, capacity.system);
  chart.x_label = "requests that come a second";
  chart.y_label = shown.size() == 1 ? shown.front().name + " (ms)" : "TTFT and TPOT (ms)";
  chart.logarithmic_y = true;
  for (const Latency& latency : shown) {
    for (const Percentile& percentile : kPercentiles) {
      chart.lines.push_back(
          by_rate(latency.name + " " + percentile.name, rows, latency, percentile.value));
    }
  }
  add_marks(capacity, rows, shown, chart);
  return chart;
}

std::string table_of(const std::vector<LoadRow>& rows) {
  const auto time = [](double ps) {
    return report::time_text(base::Picoseconds{static_cast<std::int64_t>(ps)});
  };
  std::vector<std::vector<std::string>> cells;
  for (const LoadRow& r : rows) {
    const report::Row shown = load_metrics().cells(r);
    cells.push_back({number_text(r.rate), time(r.traffic.ttft.p50), time(r.traffic.ttft.p95),
                     time(r.traffic.ttft.p99), time(r.traffic.tpot.p50), time(r.traffic.tpot.p95),
                     time(r.traffic.tpot.p99), report::percent(r.traffic.good),
                     shown.value("mark", std::string())});
  }
  return report::html_table({"requests/s", "TTFT median", "TTFT P95", "TTFT P99", "TPOT median",
                             "TPOT P95", "TPOT P99", "in limits", ""},
                            cells);
}

}  // namespace

std::string load_picture(const CapacityRow& capacity, const std::vector<LoadRow>& rows,
                         const Slo& slo) {
  return report::svg(chart_of(capacity, rows, latencies(slo)));
}

std::string load_page(const std::string& sentence, const CapacityRow& capacity,
                      const std::vector<LoadRow>& rows, const Slo& slo,
                      const std::string& command) {
  std::string charts;
  for (const Latency& latency : latencies(slo)) {
    const LineChart chart = chart_of(capacity, rows, {latency});
    std::vector<std::string> names;
    for (const Line& line : chart.lines) names.push_back(line.name);
    charts += fmt::format("<div><h3>{}</h3>\n{}{}</div>\n",
                          latency.name == "TTFT" ? "Time to first token" : "Time per output token",
                          report::line_legend(names), report::inline_svg(chart));
  }
  return report::document(
      "jacquard serve",
      fmt::format("<h1>{} on {}</h1>\n<p class=\"soft\"><code>{}</code></p>\n<p>{}</p>\n"
                  "<h2>Latency by load</h2>\n<p class=\"soft\">{} NPU{} as <code>{}</code>. "
                  "Requests of {} and {} tokens. Right of the knee the queue grows for as long as "
                  "requests come so fast.</p>\n<div class=\"pair\">\n{}</div>\n{}",
                  report::escape(capacity.model), report::escape(capacity.system),
                  report::escape(command), report::escape(sentence), capacity.npus,
                  capacity.npus == 1 ? "" : "s", report::escape(capacity.layout),
                  report::grouped(capacity.input), report::grouped(capacity.output), charts,
                  table_of(rows)));
}

}  // namespace jacquard::serve
