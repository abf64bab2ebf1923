// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/training_data.hpp"

#include <algorithm>

#include "jacquard/demand/line_reader.hpp"
#include "sim/validate/training_errors.hpp"
#include "sim/validate/training_why.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::validate {
namespace {

struct Row {
  std::string model;
  std::string device;
  std::string type;
  std::string generation;
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

train::Step prepared(const TrainingData& data) {
  try {
    return train::prepare(data.job, data.place);
  } catch (const base::ConfigError& error) {
    throw at_column(error, data.place);
  }
}

Row row_of(const TrainingData& data, const train::Step& step) {
  engine::step::ListSchedule schedule;
  Row row;
  row.model = data.job.model.name;
  row.device = data.device;
  row.type = data.type;
  row.generation = data.job.software.name;
  row.gpus = step.program.grid.size();
  row.parallel = workload::text_of(step.request.parallelism);
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
          M("type", Unit::text, &Row::type, "Numbers of products, as the table calls them.",
            "type"),
          M("generation", Unit::text, &Row::generation,
            "The software's, a name of configs/software; empty where the table does not say.",
            "software"),
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

}  // namespace

bool is_training_data(const std::string& path) {
  demand::LineReader lines(demand::file_input(path));
  std::string_view header;
  if (!lines.next(header)) return false;
  const auto has = [header](const char* column) {
    return header.find(column) != std::string_view::npos;
  };
  // torchtitan's tables have no device.
  return has("measured_step_s") || has("measured_memory_bytes") ||
         ((has("device") || has("system")) && (has("global_batch") || has("gbs")));
}

void run_training_data(const Options& options, const TakeRow& take) {
  std::vector<ErrorOfStep> errors;
  std::vector<report::Printed> rows;  // a fault of the last one leaves nothing half printed
  const TakeRow keep = [&](report::Printed row) { rows.push_back(std::move(row)); };
  for (const TrainingData& data : read_training_data(options.data)) {
    const train::Step step = prepared(data);
    const Row row = row_of(data, step);
    if (!options.summary) keep(row_metrics()(row));
    if (options.why && row.measured_s) take_why(step, row.device, *row.measured_s, keep);
    errors.push_back({row.model, row.device, row.type, row.generation, data.job.model.has_experts(),
                      row.step_error(), row.memory_error()});
  }
  for (report::Printed& row : rows) take(std::move(row));
  if (options.summary) take_groups(errors, take);
  take_summary(errors, take);
}

std::vector<report::RowKind> training_data_rows() {
  std::vector<report::RowKind> kinds = {row_metrics().kind()};
  for (report::RowKind& kind : training_error_rows()) kinds.push_back(std::move(kind));
  for (report::RowKind& kind : training_why_rows()) kinds.push_back(std::move(kind));
  return kinds;
}

}  // namespace jacquard::validate
