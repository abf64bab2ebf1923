// SPDX-License-Identifier: Apache-2.0
// A strategy's figures as a row, on which fronts and fewest devices choose too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/plan/layers/ranking.hpp"
#include "jacquard/plan/layers/training.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::planner {

// What a strategy comes to; nothing of one that is refused.
struct Figures {
  base::Picoseconds time{0};
  base::Picoseconds serialized{0};
  base::Picoseconds compute{0};
  base::Picoseconds all_to_all{0};
  base::Picoseconds all_reduce{0};
  base::Picoseconds all_gather{0};
  base::Picoseconds reduce_scatter{0};
  base::Picoseconds exposed{0};
  double exposed_fraction = 0;
  double throughput = 0;
  std::optional<double> tokens_per_s;
  std::optional<double> speedup;  // over the baseline, where that runs
  plan::MemoryUse memory;
  std::int64_t micro_batches = 1;
  bool recompute = false;
  std::optional<double> days;
  std::optional<double> gpu_hours;
  std::optional<double> cost_per_step;
  std::optional<double> cost;  // of the training
};

struct StrategyRow {
  std::string model;
  std::string system;
  int devices = 0;
  std::string task;
  std::string mode;
  std::int64_t batch = 0;
  std::string strategy;
  std::string merged;  // where two levels take one scheme, as one
  int rank = 0;
  std::string refused;
  bool fits = false;
  std::optional<Figures> figures;
  std::string days_reading;
  std::string gpu_hours_reading;
};

// What rows of one request have in common.
class RowMaker {
 public:
  // Throws ConfigError as training_of() does. `request` and `config` outlive it.
  RowMaker(const PlanConfig& config, const plan::Request& request);

  StrategyRow row_of(const Outcome& outcome) const;
  const std::optional<Training>& training() const { return training_; }

 private:
  const PlanConfig& config_;
  const plan::Request& request_;
  std::optional<Training> training_;
  double baseline_s_ = 0;  // 0: it does not run
};

// Whether they are one strategy in two words: emb=mp:128, and emb=mp:8,mp:16 with its figures.
bool alike(const StrategyRow& a, const StrategyRow& b);

// A kind of row under each of these names: "strategy", "front".
const report::MetricTable<StrategyRow>& strategy_metrics();
const report::MetricTable<StrategyRow>& front_metrics();

}  // namespace jacquard::planner
