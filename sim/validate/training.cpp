// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/training.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/data_path.hpp"
#include "sim/validate/training_data.hpp"
#include "sim/validate/validation.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::validate {
namespace {

struct TrainingRow {
  std::string model;
  std::string source;
  std::string parallel;
  int gpus = 0;
  double published = 0;  // FLOP/s of a GPU
  double ours = 0;
  double published_s = 0;
  double ours_s = 0;
  std::optional<double> published_memory;
  double ours_memory = 0;

  double error() const { return ours / published - 1; }
  std::optional<double> memory_error() const {
    if (!published_memory) return std::nullopt;
    return ours_memory / *published_memory - 1;
  }
};

struct Total {
  std::int64_t rows = 0;
  double mape = 0;
  double bias = 0;
  std::optional<double> memory_mape;
};

// 96 B s L h^2 (1 + s / 6h + V / 16 L h): what a step of a GPT computes with full recomputation
// (Narayanan et al., SC'21, s5.1).
double megatron_flops(const train::Step& step) {
  const workload::Model& m = step.request.model;
  const double h = m.hidden;
  const double s = step.request.tokens();
  const double layers = m.layers;
  return 96.0 * step.config.batch * s * layers * h * h *
         (1 + s / (6 * h) + m.vocabulary / (16 * layers * h));
}

TrainingRow row_of(const PublishedStep& published) {
  train::TrainConfig job = published.job;
  job.ignore_memory = true;
  job.engine = "analytic";
  const train::Step step = train::prepare(job, published.place);
  engine::step::ListSchedule schedule;
  TrainingRow row;
  row.model = published.model;
  row.source = published.source;
  row.parallel = workload::text_of(job.parallel);
  row.gpus = step.program.grid.size();
  row.ours_s = base::to_seconds(train::analytic_time(step, schedule)).count();
  const double flops =
      (published.with_recomputation ? megatron_flops(step) : step.program.model_flops) / row.gpus;
  row.ours = flops / row.ours_s;
  if (published.flops_per_s) row.published_s = flops / *published.flops_per_s;
  if (published.seconds) row.published_s = *published.seconds;
  if (published.tokens_per_s) {
    const double tokens = static_cast<double>(job.batch) * step.request.tokens() / row.gpus;
    row.published_s = tokens / *published.tokens_per_s;
  }
  row.published = flops / row.published_s;
  row.published_memory = published.memory_bytes;
  for (const workload::Memory& m : step.memory) {
    row.ours_memory = std::max(row.ours_memory, static_cast<double>(m.total().count()));
  }
  return row;
}

const report::MetricTable<TrainingRow>& training_metrics() {
  using M = report::Metric<TrainingRow>;
  using report::Unit;
  static const report::MetricTable<TrainingRow> table(
      "training", "A published training step.",
      {
          M("model", Unit::text, &TrainingRow::model, "As its source calls it.", "model"),
          M("source", Unit::text, &TrainingRow::source, "Where it is published."),
          M("parallel", Unit::text, &TrainingRow::parallel, "Knobs not at their defaults."),
          M("gpus", Unit::count, &TrainingRow::gpus, "Of the job.", "gpus"),
          M("published_flops_per_s", Unit::per_s, &TrainingRow::published,
            "Of a GPU; recomputation counted where the source counts it."),
          M("ours_flops_per_s", Unit::per_s, &TrainingRow::ours, "The same of our step."),
          M("published_s", Unit::s, &TrainingRow::published_s, "Of a step.", "published"),
          M("ours_s", Unit::s, &TrainingRow::ours_s, "Of our step.", "ours"),
          M("error", Unit::ratio, &TrainingRow::error, "Of the throughput: ours / published - 1.",
            "error"),
          M("published_memory_bytes", Unit::bytes, &TrainingRow::published_memory,
            "Of a GPU; absent where it is not published.", "memory"),
          M("ours_memory_bytes", Unit::bytes, &TrainingRow::ours_memory,
            "Of the class that needs most.", "ours (memory)"),
          M("memory_error", Unit::ratio, &TrainingRow::memory_error,
            "Ours / published - 1; absent where it is not published.", "error (memory)"),
      });
  return table;
}

const report::MetricTable<Total>& total_metrics() {
  using M = report::Metric<Total>;
  using report::Unit;
  static const report::MetricTable<Total> table(
      "training_total", "All published training steps.",
      {
          M("rows", Unit::count, &Total::rows, "How many.", "rows"),
          M("mape", Unit::ratio, &Total::mape, "Mean of |error|.", "mape"),
          M("bias", Unit::ratio, &Total::bias, "Mean of error.", "bias"),
          M("memory_mape", Unit::ratio, &Total::memory_mape,
            "Mean of |memory_error|; absent where none is published.", "mape (memory)"),
      });
  return table;
}

bool is_json(const std::string& path) {
  return path.size() > 5 && path.compare(path.size() - 5, 5, ".json") == 0;
}

std::vector<PublishedStep> steps_of(const Options& options) {
  if (!options.data.empty()) {
    return is_json(options.data) ? read_published_steps(options.data)
                                 : read_torchtitan(options.data);
  }
  std::vector<PublishedStep> all =
      read_published_steps(base::data_path("configs/measured/training/published.json"));
  for (PublishedStep& step :
       read_torchtitan(base::data_path("configs/measured/training/torchtitan_h100.csv"))) {
    all.push_back(std::move(step));
  }
  return all;
}

void run(const Options& options, const TakeRow& take) {
  if (!options.data.empty() && !is_json(options.data) && is_training_data(options.data)) {
    return run_training_data(options, take);
  }
  Total total;
  double memory = 0;
  int memories = 0;
  for (const PublishedStep& step : steps_of(options)) {
    const TrainingRow row = row_of(step);
    take(training_metrics()(row));
    ++total.rows;
    total.mape += std::abs(row.error());
    total.bias += row.error();
    if (const auto error = row.memory_error()) {
      memory += std::abs(*error);
      ++memories;
    }
  }
  if (total.rows == 0) return;
  total.mape /= static_cast<double>(total.rows);
  total.bias /= static_cast<double>(total.rows);
  if (memories > 0) total.memory_mape = memory / memories;
  take(total_metrics()(total));
}

}  // namespace

Validation training_validation() {
  return {"training", "published training steps: throughput and memory", run, [] {
            std::vector kinds = {training_metrics().kind(), total_metrics().kind()};
            for (report::RowKind& kind : training_data_rows()) kinds.push_back(std::move(kind));
            return kinds;
          }};
}

}  // namespace jacquard::validate
