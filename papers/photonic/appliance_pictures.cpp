// SPDX-License-Identifier: Apache-2.0
#include "papers/photonic/appliance_pictures.hpp"

#include <algorithm>

#include "jacquard/report/line_chart.hpp"

namespace jacquard::studies {
namespace {

using report::Line;
using report::LineChart;

Line& line_of(LineChart& chart, const std::string& name) {
  for (Line& line : chart.lines) {
    if (line.name == name) return line;
  }
  chart.lines.push_back({name, {}});
  return chart.lines.back();
}

LineChart front_chart(const std::vector<FrontRow>& front, const ServingLoad& load) {
  LineChart chart;
  chart.title = "Llama 3 405B on 8 H100: " + load.name;
  chart.x_label = "tokens a second that a user sees";
  chart.y_label = "tokens a second and GPU";
  chart.logarithmic_y = true;
  for (const FrontRow& row : front) {
    if (row.load != load.name) continue;
    line_of(chart, row.batch.system)
        .points.emplace_back(row.batch.tokens_per_s_per_user(), row.batch.tokens_per_s_per_npu());
  }
  for (Line& line : chart.lines) std::sort(line.points.begin(), line.points.end());
  return chart;
}

LineChart bandwidth_chart(const std::vector<BandwidthRow>& rows) {
  constexpr double kTera = 1e12;
  LineChart chart;
  chart.title = "Gain over a DGX by the memory's bandwidth";
  chart.x_label = "TB/s to 8 XPUs: 7.1 described, 26.8 in the paper, 28.4 next";
  chart.y_label = "gain over a DGX";
  Line latency{"latency", {}};
  Line none{"no gain", {}};
  for (const BandwidthRow& row : rows) {
    const double x = row.bandwidth.count() / kTera;
    line_of(chart, row.load).points.emplace_back(x, row.gains.throughput);
    if (row.load != rows.back().load) continue;
    latency.points.emplace_back(x, row.gains.latency);
    none.points.emplace_back(x, 1);
  }
  chart.lines.push_back(std::move(latency));
  chart.lines.push_back(std::move(none));
  for (Line& line : chart.lines) line.marks = false;
  return chart;
}

LineChart hit_chart(const std::vector<HitRow>& rows) {
  LineChart chart;
  chart.title = "Gain over a DGX by the hit rate of the modules' HBM, long answers";
  chart.x_label = "share of accesses that hit";
  chart.y_label = "gain over a DGX";
  for (const HitRow& row : rows) {
    const std::string ports = row.system == "pfa-described" ? "first" : "next";
    line_of(chart, ports + ", throughput").points.emplace_back(row.hit_rate, row.gains.throughput);
    line_of(chart, ports + ", latency").points.emplace_back(row.hit_rate, row.gains.latency);
  }
  chart.lines.push_back({"no gain", {{0, 1}, {1, 1}}});
  for (Line& line : chart.lines) line.marks = false;
  return chart;
}

LineChart energy_chart(const std::vector<FrontRow>& front) {
  LineChart chart;
  chart.title = "Energy of a token, long answers";
  chart.x_label = "requests at once";
  chart.y_label = "joules an output token";
  chart.logarithmic_x = true;
  chart.logarithmic_y = true;
  for (const FrontRow& row : front) {
    const serve::BatchRow& b = row.batch;
    if (row.load != serving_loads().back().name || b.system == "pfa-next-described") continue;
    const auto x = static_cast<double>(b.batch);
    line_of(chart, b.system).points.emplace_back(x, b.energy->count() / b.tokens());
    if (b.system == "pfa-described") {
      line_of(chart, "described, 2025").points.emplace_back(x, row.energy_2025);
    }
  }
  return chart;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> appliance_pictures(
    const std::vector<FrontRow>& front, const std::vector<BandwidthRow>& bandwidths,
    const std::vector<HitRow>& hits) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const ServingLoad& load : serving_loads()) {
    std::string name = load.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    all.emplace_back("appliance_" + name, report::svg(front_chart(front, load)));
  }
  all.emplace_back("appliance_bandwidth", report::svg(bandwidth_chart(bandwidths)));
  all.emplace_back("appliance_hits", report::svg(hit_chart(hits)));
  all.emplace_back("appliance_energy", report::svg(energy_chart(front)));
  return all;
}

}  // namespace jacquard::studies
