// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/batch_files.hpp"

#include <algorithm>
#include <map>

#include "jacquard/base/file.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::serve {
namespace {

// A line for each system: its own cases as dots, and the front of all joined.
std::string picture(const std::vector<BatchAnswer>& answers) {
  report::LineChart chart;
  chart.title = "Throughput against speed for a user";
  chart.x_label = "tokens/s that a user sees";
  chart.y_label = "tokens/s per NPU";
  std::map<std::string, report::Line> systems;
  report::Line front{"none beats them in both", {}};
  for (const BatchAnswer& answer : answers) {
    if (!answer.row) continue;
    const BatchRow& row = *answer.row;
    const std::pair point{row.tokens_per_s_per_user(), row.tokens_per_s_per_npu()};
    report::Line& line = systems[row.system];
    line.name = row.system;
    line.joined = false;
    line.points.push_back(point);
    if (row.pareto) front.points.push_back(point);
  }
  for (auto& [name, line] : systems) {
    std::sort(line.points.begin(), line.points.end());
    chart.lines.push_back(std::move(line));
  }
  std::sort(front.points.begin(), front.points.end());
  front.marks = false;
  chart.lines.push_back(std::move(front));
  return report::svg(chart);
}

}  // namespace

void write_batches(const std::vector<BatchAnswer>& answers, bool pareto,
                   const std::string& folder) {
  std::string csv = batch_metrics().csv_heading();
  for (const BatchAnswer& answer : answers) {
    if (answer.row) csv += batch_metrics().csv_line(*answer.row);
  }
  base::write_file(folder + "/batches.csv", csv);
  if (pareto) base::write_file(folder + "/pareto.svg", picture(answers));
}

}  // namespace jacquard::serve
