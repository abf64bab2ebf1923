// SPDX-License-Identifier: Apache-2.0
// Steps of training one after another on the machine, while the routing of experts drifts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "sim/train/step_rows.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::train {

struct SeriesOptions {
  std::int64_t steps = 1;
  int workers = 0;      // 0: as many as the machine has
  std::string journal;  // of finished steps, to go on from; "" for none
  std::function<void(std::int64_t done)> progress;
};

inline constexpr std::int64_t kMostSteps = 1'000'000;

struct SeriesStep {
  std::int64_t step = 0;
  base::Picoseconds time{0};
  MachineFigures figures;
};

struct SeriesSummary {
  std::int64_t steps = 0;
  base::Picoseconds mean{0}, shortest{0}, longest{0};
  MachineFigures sums;  // of all steps; the hash is of the steps' hashes
};

// Steps 0 .. steps - 1, in worker processes. A drifting routing, or a log of several matrices, goes
// on by a step's micro-batches from one step to the next; other routings make all steps alike. The
// answer does not depend on workers, nor on an interruption. Throws ConfigError for another engine
// than cycle, for a journal of another job, and as run_on_machine().
std::vector<SeriesStep> run_series(const TrainConfig& config, const JobPlaces& places,
                                   const SeriesOptions& options);
SeriesSummary summary_of(const std::vector<SeriesStep>& steps);

const report::MetricTable<SeriesStep>& series_step_metrics();
const report::MetricTable<SeriesSummary>& series_metrics();

}  // namespace jacquard::train
