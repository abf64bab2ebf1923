// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/training_data.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/demand/line_reader.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::validate {
namespace {

struct Row {
  std::string model;
  std::string device;
  int gpus = 0;
  std::string parallel;
  std::optional<double> measured_s;
  double ours_s = 0;
  std::optional<double> measured_memory;
  double ours_memory = 0;

  std::optional<double> step_error() const {
    return measured_s ? std::optional(ours_s / *measured_s - 1) : std::nullopt;
  }
  std::optional<double> memory_error() const {
    return measured_memory ? std::optional(ours_memory / *measured_memory - 1) : std::nullopt;
  }
};

struct Errors {
  std::optional<double> mape;
  std::optional<double> median;
  std::optional<double> bias;
};

struct Summary {
  std::int64_t rows = 0;
  Errors step;
  Errors memory;
};

Errors errors_of(std::vector<double> all) {
  if (all.empty()) return {};
  const auto count = static_cast<double>(all.size());
  double sum = 0;
  double absolute = 0;
  for (double& error : all) {
    sum += error;
    error = std::abs(error);
    absolute += error;
  }
  std::sort(all.begin(), all.end());
  const std::size_t half = all.size() / 2;
  const double median = all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
  return {absolute / count, median, sum / count};
}

train::Step prepared(const TrainingData& data) {
  try {
    return train::prepare(data.job, data.place);
  } catch (const base::ConfigError& error) {
    throw at_column(error, data.place);
  }
}

Row row_of(const TrainingData& data) {
  const train::Step step = prepared(data);
  engine::step::ListSchedule schedule;
  Row row;
  row.model = data.job.model.name;
  row.device = data.device;
  row.gpus = step.program.grid.size();
  row.parallel = workload::text_of(data.job.parallel);
  row.measured_s = data.seconds;
  row.ours_s = base::to_seconds(train::analytic_time(step, schedule)).count();
  row.measured_memory = data.memory_bytes;
  for (const workload::Memory& m : step.memory) {
    row.ours_memory = std::max(row.ours_memory, static_cast<double>(m.total().count()));
  }
  return row;
}

const report::MetricTable<Row>& row_metrics() {
  using M = report::Metric<Row>;
  using report::Unit;
  static const report::MetricTable<Row> table(
      "training_step", "A measured training step (--data with measured_step_s).",
      {
          M("model", Unit::text, &Row::model, "What is trained.", "model"),
          M("device", Unit::text, &Row::device, "As the table calls it.", "device"),
          M("gpus", Unit::count, &Row::gpus, "Of the job.", "gpus"),
          M("parallel", Unit::text, &Row::parallel, "Our knobs for the row.", "parallel"),
          M("measured_step_s", Unit::s, &Row::measured_s, "Absent where it was not measured.",
            "measured"),
          M("ours_step_s", Unit::s, &Row::ours_s, "By closed forms.", "ours"),
          M("step_error", Unit::ratio, &Row::step_error, "Of the time: ours / measured - 1.",
            "error"),
          M("measured_memory_bytes", Unit::bytes, &Row::measured_memory,
            "Absent where it was not measured.", "memory"),
          M("ours_memory_bytes", Unit::bytes, &Row::ours_memory,
            "Allocated at most, of the stage that needs most.", "ours (memory)"),
          M("memory_error", Unit::ratio, &Row::memory_error, "Ours / measured - 1.",
            "error (memory)"),
      });
  return table;
}

const report::MetricTable<Summary>& summary_metrics() {
  using M = report::Metric<Summary>;
  using report::Unit;
  static const report::MetricTable<Summary> table(
      "summary", "All measured training steps of a table.",
      {
          M("rows", Unit::count, &Summary::rows, "How many.", "rows"),
          M(
              "mape", Unit::ratio, [](const Summary& s) { return s.step.mape; },
              "Mean of |step_error|; absent where no time was measured.", "mape"),
          M(
              "median_error", Unit::ratio, [](const Summary& s) { return s.step.median; },
              "Median of |step_error|.", "median"),
          M(
              "bias", Unit::ratio, [](const Summary& s) { return s.step.bias; },
              "Mean of step_error.", "bias"),
          M(
              "memory_mape", Unit::ratio, [](const Summary& s) { return s.memory.mape; },
              "Mean of |memory_error|; absent where no memory was measured.", "mape (memory)"),
          M(
              "memory_median_error", Unit::ratio, [](const Summary& s) { return s.memory.median; },
              "Median of |memory_error|.", "median (memory)"),
          M(
              "memory_bias", Unit::ratio, [](const Summary& s) { return s.memory.bias; },
              "Mean of memory_error.", "bias (memory)"),
      });
  return table;
}

}  // namespace

bool is_training_data(const std::string& path) {
  demand::LineReader lines(demand::file_input(path));
  std::string_view header;
  if (!lines.next(header)) return false;
  return header.find("measured_step_s") != std::string_view::npos ||
         header.find("measured_memory_bytes") != std::string_view::npos;
}

void run_training_data(const std::string& path, const TakeRow& take) {
  Summary summary;
  std::vector<double> steps;
  std::vector<double> memories;
  for (const TrainingData& data : read_training_data(path)) {
    const Row row = row_of(data);
    take(row_metrics()(row));
    ++summary.rows;
    if (const auto error = row.step_error()) steps.push_back(*error);
    if (const auto error = row.memory_error()) memories.push_back(*error);
  }
  summary.step = errors_of(std::move(steps));
  summary.memory = errors_of(std::move(memories));
  take(summary_metrics()(summary));
}

std::vector<report::RowKind> training_data_rows() {
  return {row_metrics().kind(), summary_metrics().kind()};
}

}  // namespace jacquard::validate
