// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/batch_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/file.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::serve {
namespace {

using Rows = std::vector<const BatchRow*>;

// "batch 16, tp 4": the batch, and the degrees that differ from row to row.
std::string label_of(const BatchRow& row, const Rows& all) {
  std::string text = fmt::format("batch {}", row.batch);
  const std::pair<const char*, int BatchRow::*> kDegrees[] = {
      {"tp", &BatchRow::tp}, {"pp", &BatchRow::pp}, {"dp", &BatchRow::dp}, {"ep", &BatchRow::ep}};
  for (const auto& [name, degree] : kDegrees) {
    const auto differs = [&, value = degree](const BatchRow* other) {
      return other->*value != row.*value;
    };
    if (std::any_of(all.begin(), all.end(), differs))
      text += fmt::format(", {} {}", name, row.*degree);
  }
  return text;
}

void add(const std::string& name, const Rows& rows, const Rows& all, report::LineChart& chart) {
  report::Line front{name, {}};
  report::Line beaten{name, {}, true, false};
  for (const BatchRow* row : rows) {
    report::Line& line = row->pareto.value_or(false) ? front : beaten;
    line.points.emplace_back(row->tokens_per_s_per_user(), row->tokens_per_s_per_npu());
    line.titles.push_back(name + ", " + label_of(*row, all));
    if (&line == &front) line.labels.push_back(label_of(*row, all));
  }
  beaten.like = static_cast<int>(chart.lines.size());
  chart.lines.push_back(std::move(front));
  chart.lines.push_back(std::move(beaten));
}

// A line for each front, and those that it beats as dots of its colour.
std::string picture(const std::vector<BatchAnswer>& answers) {
  report::LineChart chart;
  chart.title = "Throughput against speed for a user";
  chart.x_label = "tokens/s that a user sees";
  chart.y_label = "tokens/s per NPU";
  chart.margins = true;
  std::map<std::string, Rows> fronts;
  Rows all;
  for (const BatchAnswer& answer : answers) {
    if (!answer.row) continue;
    fronts[front_of(*answer.row)].push_back(&*answer.row);
    all.push_back(&*answer.row);
  }
  for (auto& [name, rows] : fronts) {
    std::stable_sort(rows.begin(), rows.end(), [](const BatchRow* a, const BatchRow* b) {
      return a->tokens_per_s_per_user() < b->tokens_per_s_per_user();
    });
    add(name, rows, all, chart);
  }
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
